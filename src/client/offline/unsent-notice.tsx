import { useEffect, useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/dialog.tsx';
import { countAll, dropAll } from '../device/outbox.ts';
import { offlineTexts } from '../texts/offline-texts.ts';

/** On the sign-in page: says that this browser has unsent changes, but neither what they are nor whose. */
export function LeftHere() {
  const [count, setCount] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const look = () => countAll().then(setCount);
  useEffect(() => void countAll().then(setCount), []);
  if (count === 0) return null;
  const words = offlineTexts.here;
  const drop = () => {
    setAsking(false);
    void dropAll().then(look);
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
        {words.text(count)}
      </Banner>
      <Confirm
        title={words.title}
        action={words.action}
        isOpen={isAsking}
        onConfirm={drop}
        onClose={() => setAsking(false)}
      >
        <p>{words.gone}</p>
      </Confirm>
    </>
  );
}
