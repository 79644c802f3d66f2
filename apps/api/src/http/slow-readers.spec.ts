import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { READING_PACE, SlowReaders } from './slow-readers';
import type { TurnsOfSocket } from './turns-of-socket';

const SECOND = 1_000;

/** A connection on which a response waits for its client, who has taken `bytesWritten` - `writableLength`. */
function given(contentType: string) {
  const response = { headersSent: true, writableLength: 0, getHeader: () => contentType } as unknown as ServerResponse;
  const destroy = jest.fn();
  const socket = Object.assign(new EventEmitter(), { bytesWritten: 0, writableLength: 100, destroy });
  const slowReaders = new SlowReaders({ responseOn: () => response } as unknown as TurnsOfSocket, READING_PACE);
  slowReaders.watch(socket as unknown as Socket);
  /** Checks every five seconds, while the client takes that many bytes a second. */
  const pass = (seconds: number, bytesPerSecond: number, from = 0) => {
    for (let at = from; at <= from + seconds; at += 5) {
      slowReaders.check(at * SECOND);
      socket.bytesWritten += 5 * bytesPerSecond;
    }
  };
  return { socket, destroy, pass, end: () => socket.emit('close') };
}

describe('a client that takes a response slowly', () => {
  it.each(['application/json; charset=utf-8', 'text/html; charset=utf-8'])(
    'has to take the whole of %s within a minute, however fast it reads',
    (type) => {
      const { destroy, pass, end } = given(type);
      pass(45, 250);
      expect(destroy).not.toHaveBeenCalled();
      pass(10, 250, 50);
      expect(destroy).toHaveBeenCalled();
      end();
    },
  );

  it.each(['text/csv; charset=utf-8', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])(
    'may take as long as it likes over %s at the least rate, and no slower',
    (type) => {
      const [fast, slow] = [given(type), given(type)];
      fast.pass(3_600, 1_001);
      slow.pass(60, 250);
      expect(fast.destroy).not.toHaveBeenCalled();
      expect(slow.destroy).toHaveBeenCalled();
      [fast, slow].forEach(({ end }) => end());
    },
  );

  it('is not blamed while the response waits for us', () => {
    const { socket, destroy, pass, end } = given('application/json');
    socket.writableLength = 0;
    pass(600, 0);
    expect(destroy).not.toHaveBeenCalled();
    end();
  });
});
