import { SilentLog } from '@app/platform';
import { aJob, dispatcherContract, HeldJobs } from '../testing/dispatcher.contract';
import { InProcessDispatcher } from './in-process-dispatcher';

const SLOTS = 3;

describe('InProcessDispatcher', () => {
  let dispatcher: InProcessDispatcher;
  beforeEach(() => {
    dispatcher = new InProcessDispatcher(SLOTS, new SilentLog());
  });

  describe('as a dispatcher', () => {
    dispatcherContract(() => ({ dispatcher, slots: SLOTS }));
  });

  it('has no free slot before it starts', async () => {
    await expect(dispatcher.occupancy()).resolves.toEqual({ free: 0, running: [] });
  });

  it('has one free slot fewer for every running job', async () => {
    await dispatcher.start(new HeldJobs());
    await dispatcher.dispatch([aJob(), aJob()]);
    await expect(dispatcher.occupancy()).resolves.toMatchObject({ free: 1 });
  });
});
