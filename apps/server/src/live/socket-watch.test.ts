/** What time asks of sockets that are written down here; how bytes are counted is another test's. [WS-6] */
import { socketLimits } from "@relaydeck/contract/limits";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { expect, test } from "vitest";
import { SocketWatch, type Watched } from "./socket-watch.ts";

class Reader implements Watched {
  takenBytes = 0;
  closeCode: number | null = null;

  close(code: number): void {
    this.closeCode = code;
  }

  cut(): void {}

  ping(): boolean {
    return true;
  }
}

function behind(): { clock: ManualClock; reader: Reader } {
  const clock = new ManualClock();
  const watch = new SocketWatch(clock, () => 0);
  const reader = new Reader();
  watch.enter(reader);
  watch.subscribed(reader);
  watch.fellBehind(reader);
  return { clock, reader };
}

test("[WS-6] the 30 s without progress begin with the last byte taken, wherever in a span that was", async () => {
  const { clock, reader } = behind();
  await clock.advance(5_000);
  reader.takenBytes = 1;
  await clock.advance(socketLimits.noProgressMs - 1_000);
  expect(reader.closeCode).toBeNull();
  await clock.advance(3_000);
  expect(reader.closeCode).toBe(1013);
});

test("[WS-6] a byte in each span keeps a reader", async () => {
  const { clock, reader } = behind();
  for (let span = 0; span < 5; span += 1) {
    await clock.advance(socketLimits.noProgressMs - 2_000);
    reader.takenBytes += 1;
  }
  expect(reader.closeCode).toBeNull();
});

test.each([[[-40_000]], [[-1_100]], [[-600, -600]]])(
  "[C2, TI-1] the wall clock is set back (ms: %j): who has measured it comes back to measure it anew",
  async (jumpsMs) => {
    const clock = new ManualClock();
    const watch = new SocketWatch(clock, () => 0);
    const [reader, later] = [new Reader(), new Reader()];
    watch.enter(reader);
    watch.subscribed(reader);
    await clock.advance(60_000);
    clock.jumpWall(-900);
    await clock.advance(1_000);
    clock.jumpWall(3_600_000);
    await clock.advance(2_000);
    expect(reader.closeCode).toBeNull();
    for (const jumpMs of jumpsMs) {
      clock.jumpWall(jumpMs);
      await clock.advance(1_000);
    }
    expect(reader.closeCode).toBe(1013);
    watch.enter(later);
    watch.subscribed(later);
    await clock.advance(60_000);
    expect(later.closeCode).toBeNull();
  },
);

test("[C4, HD-5] while the log cannot be read nobody is left to believe that what is shown is live", async () => {
  const clock = new ManualClock();
  let blindSince: number | null = null;
  const watch = new SocketWatch(clock, () => (blindSince === null ? 0 : clock.monotonic() - blindSince));
  const reader = new Reader();
  watch.enter(reader);
  watch.subscribed(reader);
  blindSince = clock.monotonic();
  await clock.advance(5_000);
  expect(reader.closeCode).toBeNull();
  await clock.advance(3_000);
  expect(reader.closeCode).toBe(1013);
});
