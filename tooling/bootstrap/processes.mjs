/**
 * Child processes that do not outlive us.
 *
 * Two kinds: a step of the preparation runs in a process group of its own and is ended as a group, because npx and turbo
 * start children that do not pass signals on; a task runs in our group and gets each signal once more from us, so programs
 * must take a repeated signal as the same wish.
 */
import { spawn } from "node:child_process";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
const windows = process.platform === "win32";

/** A program that was asked to end and has not done so after this time is killed. */
const graceMs = 15_000;

/** Runs one step of the preparation; resolves with its exit code and what it printed. A signal ends it and us. */
export function attempt(command, args, options) {
  return new Promise((resolve) => {
    const { echo = false, ...rest } = options;
    const child = spawn(command, args, { ...rest, stdio: ["ignore", "pipe", "pipe"], detached: !windows, shell: windows });
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text) => take(text));
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors += text;
      take(text);
    });
    const stop = (signal) => {
      killGroup(child);
      process.exit(exitCodeOf(null, signal));
    };
    for (const signal of signals) process.once(signal, stop);
    child.once("error", (error) => finish(127, error.message));
    child.once("close", (code, signal) => finish(exitCodeOf(code, signal), ""));

    function take(text) {
      output += text;
      if (echo) process.stderr.write(text);
    }
    function finish(code, more) {
      for (const signal of signals) process.off(signal, stop);
      resolve({ code, output: output + more, errors: errors + more });
    }
  });
}

/** Runs the programs as direct children until all have ended; when one ends, the others are asked to. Gives the exit code. */
export function runInForeground(node, programs, options) {
  return new Promise((resolve) => {
    const codes = [];
    const children = programs.map((args) => spawn(node, args, { ...options, stdio: "inherit" }));
    let killer;
    const stop = (signal) => {
      for (const child of children) child.kill(signal);
      killer ??= setTimeout(() => children.forEach((child) => child.kill("SIGKILL")), graceMs);
    };
    for (const signal of signals) process.on(signal, stop);
    for (const child of children) {
      child.once("exit", (code, signal) => {
        codes.push(exitCodeOf(code, signal));
        if (codes.length < children.length) return stop("SIGTERM");
        clearTimeout(killer);
        resolve(codes[0]);
      });
    }
  });
}

function killGroup(child) {
  if (child.pid === undefined) return;
  try {
    process.kill(windows ? child.pid : -child.pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error; // it has ended already
  }
}

/** The shell's convention: 128 and the signal's number. */
function exitCodeOf(code, signal) {
  const numbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };
  return code ?? 128 + (numbers[signal] ?? 1);
}
