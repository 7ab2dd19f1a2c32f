import { useEffect, useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/dialog.tsx';
import { countUnsent, deleteAllUnsent } from '../device/outbox.ts';
import { messages } from '../languages/messages.ts';

/** On the sign-in page: says that this browser has unsent changes, but neither what they are nor whose. */
export function UnsentNotice() {
  const [count, setCount] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const refresh = () => countUnsent().then(setCount);
  useEffect(() => void countUnsent().then(setCount), []);
  if (count === 0) return null;
  const words = messages.offline.here;
  const deleteAll = () => {
    setAsking(false);
    void deleteAllUnsent().then(refresh);
  };
  return (
    <>
      <Banner
        action={
          <Button size="small" onPress={() => setAsking(true)}>
            {words.remove}
          </Button>
        }
      >
        {words.text({ count })}
      </Banner>
      <Confirm
        title={words.title}
        action={words.action}
        isOpen={isAsking}
        onConfirm={deleteAll}
        onClose={() => setAsking(false)}
      >
        <p>{words.gone}</p>
      </Confirm>
    </>
  );
}
