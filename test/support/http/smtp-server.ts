import { createServer, type Socket } from 'node:net';

/** A message as the server received it. `data`: header and body, without the dots that SMTP adds. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly data: string;
}

/** A mail server on this machine that speaks as much SMTP (RFC 5321) as a client needs to send. */
export interface SmtpServer {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Messages that were refused after they had been sent. */
  readonly refused: ReceivedMail[];
  /** The names and passwords with which clients signed in. */
  readonly signIns: string[];
  /** Answers for the next commands with a name, such as `RCPT` and `451 4.3.0 Try later.`, instead of the usual one. */
  readonly answers: { readonly to: 'AUTH' | 'RCPT' | 'DATA' | 'message'; readonly line: string }[];
  readonly stop: () => Promise<void>;
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const refused: ReceivedMail[] = [];
  const signIns: string[] = [];
  const answers: SmtpServer['answers'] = [];
  const sockets = new Set<Socket>();
  const answerTo = (command: string, usual: string): string => {
    const at = answers.findIndex(({ to }) => to === command);
    return at < 0 ? usual : (answers.splice(at, 1)[0]?.line ?? usual);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => sockets.delete(socket));
    let [from, to, text]: [string, string[], string | null] = ['', [], null];
    const replyTo = (line: string): string => {
      const [verb = ''] = line.toUpperCase().split(' ');
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      switch (verb) {
        case 'EHLO':
          return '250-mail.example\r\n250-8BITMIME\r\n250 AUTH PLAIN';
        case 'AUTH':
          signIns.push(
            Buffer.from(line.split(' ')[2] ?? '', 'base64')
              .toString('utf8')
              .split('\0')
              .slice(1)
              .join(' '),
          );
          return answerTo('AUTH', '235 2.7.0 Welcome.');
        case 'MAIL':
          [from, to] = [address, []];
          return '250 2.1.0 Ok.';
        case 'RCPT': {
          const answer = answerTo('RCPT', '250 2.1.5 Ok.');
          if (answer.startsWith('250')) to.push(address);
          return answer;
        }
        case 'DATA': {
          const answer = answerTo('DATA', '354 Go on.');
          if (answer.startsWith('354')) text = '';
          return answer;
        }
        case 'RSET':
          return '250 2.0.0 Ok.';
        case 'QUIT':
          return '221 2.0.0 Bye.';
        default:
          return '502 5.5.1 Unknown command.';
      }
    };
    /** Returns the reply to a line; null within a message. */
    const take = (line: string): string | null => {
      if (text === null) return replyTo(line);
      if (line !== '.') {
        text += `${line.replace(/^\./, '')}\r\n`;
        return null;
      }
      const answer = answerTo('message', '250 2.0.0 Queued.');
      (answer.startsWith('250') ? received : refused).push({ from, to, data: text });
      text = null;
      return answer;
    };
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk.toString('utf8')}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const reply = take(line);
        if (reply !== null) socket.write(`${reply}\r\n`);
        if (reply?.startsWith('221') === true) socket.end();
      }
    });
    socket.write('220 mail.example ESMTP\r\n');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    received,
    refused,
    signIns,
    answers,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
