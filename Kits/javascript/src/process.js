// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const STOP_MILLISECONDS = 10_000;
const ERROR_TEXT_MAX = 4_000;
const PORTS = [
  "sandbox",
  "production",
  "sandbox-channel",
  "production-channel",
  "control",
  "fcm",
  "web-push",
];

/** A running `bellhop apns` ; it removes its state when it ends. */
export class SimulatorProcess {
  #child;
  #exited;
  #errors = "";

  /** Starts the process and returns it with its ready line. */
  static async start(program, args, milliseconds) {
    const simulator = new SimulatorProcess(program, args);
    try {
      return [simulator, await simulator.#ready(milliseconds)];
    } catch (error) {
      await simulator.stop();
      throw error;
    }
  }

  constructor(program, args) {
    const ports = PORTS.flatMap((name) => [`--${name}-port`, "0"]);
    // The process ends when its standard input is closed, so it ends with this one, even if this
    // one is killed.
    this.#child = spawn(
      program,
      ["apns", "--ready-json", ...ports, ...args],
      { stdio: ["pipe", "pipe", "pipe"] },
    );
    this.#exited = new Promise((done) => {
      this.#child.once("close", (code, signal) => done(signal ?? code));
      this.#child.once("error", (error) => done(error.message));
    });
    this.#child.stdin.on("error", () => {});
    this.#child.stderr.setEncoding("utf8").on("data", (text) => {
      this.#errors = (this.#errors + text).slice(-ERROR_TEXT_MAX);
    });
  }

  async #ready(milliseconds) {
    const lines = createInterface({ input: this.#child.stdout });
    let timer;
    const [line, problem] = await Promise.race([
      new Promise((done) => lines.once("line", (text) => done([text]))),
      this.#exited.then((status) => [
        undefined,
        `ended with status ${status} before it was ready`,
      ]),
      new Promise((done) => {
        const text = `was not ready within ${milliseconds / 1000} seconds`;
        timer = setTimeout(() => done([undefined, text]), milliseconds);
      }),
    ]);
    clearTimeout(timer);
    const ready = parse(line);
    if (ready?.ready === true) {
      this.#unref();
      return ready;
    }
    if (!problem) await this.stop();
    throw new Error(
      `bellhop apns ${problem ?? `wrote this instead of its ready line: ${line.slice(0, 200)}`}. ` +
        `Its standard error:\n${this.#errors.trim() || "(nothing)"}`,
    );
  }

  /** A simulator that nobody stops must not keep the test runner alive. */
  #unref() {
    this.#child.unref();
    for (const stream of this.#child.stdio) stream.unref();
  }

  /** Ends the process. A second call does nothing. */
  async stop() {
    this.#child.stdin.end();
    this.#child.kill("SIGTERM");
    const timer = setTimeout(
      () => this.#child.kill("SIGKILL"),
      STOP_MILLISECONDS,
    );
    this.#child.ref();
    await this.#exited;
    clearTimeout(timer);
  }
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
