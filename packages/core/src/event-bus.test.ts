import { describe, expect, expectTypeOf, it } from 'vitest';
import { createEventBus, type ListenerFailure } from './event-bus.ts';
import { type HostEvents, isEngineEventName, type SessionCompressEvent } from './host-events.ts';

const compressed: SessionCompressEvent = { in_place: true, old_session_id: '', session_id: 's1', compression_count: 1 };

function busWithFailures() {
  const failures: ListenerFailure[] = [];
  const bus = createEventBus<HostEvents>({ onListenerError: (failure) => failures.push(failure) });
  return { bus, failures };
}

describe('createEventBus', () => {
  it('tells each listener of its event, in order, before emit returns', () => {
    const { bus } = busWithFailures();
    const heard: unknown[] = [];
    bus.on('session:compress', (payload) => heard.push(['first', payload]));
    bus.on('session:compress', (payload) => heard.push(['second', payload]));
    bus.on('engine:fallback', () => heard.push('other'));
    bus.emit('session:compress', compressed);
    expect(heard).toEqual([
      ['first', compressed],
      ['second', compressed],
    ]);
  });

  it('S-074 carries in_place and old_session_id under exactly these names', () => {
    const { bus } = busWithFailures();
    let heard: unknown;
    bus.on('session:compress', (payload) => {
      expectTypeOf(payload).toEqualTypeOf<SessionCompressEvent>();
      heard = payload;
    });
    bus.emit('session:compress', compressed);
    expect(heard).toEqual({ in_place: true, old_session_id: '', session_id: 's1', compression_count: 1 });
  });

  it('gives each subscription its own way out', () => {
    const { bus } = busWithFailures();
    let count = 0;
    const listener = () => {
      count += 1;
    };
    const [stop] = [bus.on('session:compress', listener), bus.on('session:compress', listener)];
    stop();
    stop();
    bus.emit('session:compress', compressed);
    expect(count).toBe(1);
  });

  it('reports a listener that throws or rejects, and tells the others all the same', async () => {
    const { bus, failures } = busWithFailures();
    const [thrown, rejected] = [new Error('thrown'), new Error('rejected')];
    let heard = 0;
    bus.on('session:compress', () => {
      throw thrown;
    });
    bus.on('session:compress', async () => {
      throw rejected;
    });
    bus.on('session:compress', () => {
      heard += 1;
    });
    bus.emit('session:compress', compressed);
    expect(heard).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(failures).toEqual([
      { event: 'session:compress', cause: thrown },
      { event: 'session:compress', cause: rejected },
    ]);
  });

  it('stands a failing error callback', async () => {
    const bus = createEventBus<HostEvents>({
      onListenerError() {
        throw new Error('callback');
      },
    });
    bus.on('session:compress', () => {
      throw new Error('listener');
    });
    bus.emit('session:compress', compressed);
    await new Promise((resolve) => setImmediate(resolve)); // an unhandled rejection would fail the run
  });

  it('lets listeners come and go while it tells', () => {
    const { bus } = busWithFailures();
    const heard: string[] = [];
    const stop = bus.on('session:compress', () => {
      stop();
      bus.on('session:compress', () => heard.push('new'));
      heard.push('old');
    });
    bus.on('session:compress', () => heard.push('neighbour'));
    bus.emit('session:compress', compressed);
    expect(heard).toEqual(['old', 'neighbour']);
  });
});

describe('isEngineEventName', () => {
  it('lets an engine speak for itself alone', () => {
    expect(isEngineEventName('engine:lcm:condensed', 'lcm')).toBe(true);
    for (const name of ['engine:other:condensed', 'engine:fallback', 'engine:lcm', 'engine:lcm:', 'session:compress']) {
      expect(isEngineEventName(name, 'lcm')).toBe(false);
    }
  });
});
