/** The simulator as a program: `npm run simulator -- --port 4010 --devices 8 --seed 1`. `--help` lists the flags. */
import { systemClock } from "@relaydeck/kit/clock";
import { type ProgramSettings, helpText, parseFlags } from "./flags.ts";
import { startSimulatorServer } from "./http-server.ts";
import { createSimulator } from "./simulator.ts";
import { sendWebhookOverHttp } from "./webhooks/http-webhooks.ts";

/** Runs until the process is told to stop; resolves with the exit code, at once when it could not start. */
export async function runProgram(args: readonly string[], stopped: Promise<unknown>): Promise<number> {
  const flags = parseFlags(args);
  if (!flags.ok) {
    console.error(`The simulator did not start: ${flags.error}.`);
    return 1;
  }
  if (flags.value.kind === "help") {
    console.log(helpText);
    return 0;
  }
  return serve(flags.value.settings, stopped);
}

async function serve(settings: ProgramSettings, stopped: Promise<unknown>): Promise<number> {
  const { clock: clockMode = "real", ...world } = settings.world;
  const simulator = createSimulator({
    clock: systemClock(),
    clockMode,
    account: settings.account,
    sendWebhook: sendWebhookOverHttp,
    ...world,
  });
  const server = await startSimulatorServer({ simulator, host: settings.host, port: settings.port }).catch((error: unknown) => {
    console.error(
      `The simulator did not start: it cannot listen on ${settings.host}:${settings.port} (${error instanceof Error ? error.message : "unknown reason"}).`,
    );
    return undefined;
  });
  if (server === undefined) {
    simulator.close();
    return 1;
  }
  console.log(
    `Simulator at ${server.url}, ${simulator.control.devices().length} devices. Bench page at ${server.url}/, control door under ${server.url}/_sim.`,
  );
  await stopped;
  await server.close();
  simulator.close();
  return 0;
}

function signalled(): Promise<unknown> {
  return new Promise((resolve) => {
    // A second signal is the same wish: without a listener it would kill in the middle of the clean end.
    process.on("SIGINT", resolve);
    process.on("SIGTERM", resolve);
  });
}

// Not by an exit code alone: while Node takes an idle loop down, a second Ctrl-C would find no listener and kill.
if (import.meta.main) process.exit(await runProgram(process.argv.slice(2), signalled()));
