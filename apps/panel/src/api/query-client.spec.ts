import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { createQueryClient, SIGNS_IN } from './query-client';

const rejected = () => Promise.reject(new ApiError(401, 'UNAUTHENTICATED', ''));

describe('a session', () => {
  const onSignedOut = jest.fn();
  const client = createQueryClient(onSignedOut);
  const attempt = (meta?: Record<string, unknown>) =>
    new MutationObserver(client, { mutationFn: rejected, meta }).mutate(undefined).catch(() => undefined);
  beforeEach(() => onSignedOut.mockClear());

  it('ends when a write is rejected as unauthenticated', async () => {
    await attempt();
    expect(onSignedOut).toHaveBeenCalledTimes(1);
  });

  it('ends when a read is rejected as unauthenticated', async () => {
    await client.query({ queryKey: ['read'], queryFn: rejected }).catch(() => undefined);
    expect(onSignedOut).toHaveBeenCalledTimes(1);
  });

  it('does not end because of a wrong password', async () => {
    await attempt(SIGNS_IN);
    expect(onSignedOut).not.toHaveBeenCalled();
  });
});

describe('without a network', () => {
  const unreachable = jest.fn(() => Promise.reject(new ApiError(0, 'UNREACHABLE', '')));
  const client = createQueryClient(() => undefined);
  beforeEach(() => {
    unreachable.mockClear();
    onlineManager.setOnline(false);
  });
  afterEach(() => onlineManager.setOnline(true));

  it('a write fails at once, and is not sent when the network is back', async () => {
    const write = new MutationObserver(client, { mutationFn: unreachable });
    await expect(write.mutate(undefined)).rejects.toMatchObject({ code: 'UNREACHABLE' });
    onlineManager.setOnline(true);
    await client.resumePausedMutations();
    expect(unreachable).toHaveBeenCalledTimes(1);
  });

  it('a read fails, so that the page can say so, and is read again when the network is back', async () => {
    const read = new QueryObserver(client, { queryKey: ['offline'], queryFn: unreachable, retry: false });
    const leave = read.subscribe(() => undefined);
    await new Promise(setImmediate);
    expect(read.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' });
    client.mount();
    onlineManager.setOnline(true);
    await new Promise(setImmediate);
    expect(unreachable).toHaveBeenCalledTimes(2);
    client.unmount();
    leave();
  });
});
