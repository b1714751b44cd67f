// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import { existsSync } from "node:fs";
import { join, delimiter, resolve } from "node:path";

/**
 * Returns the path of the program `bellhop`: `path`, `$BELLHOP`, or the one on PATH.
 *
 * @throws {Error} The given file does not exist, or no place has the program.
 */
export function findBellhop(path, environment = process.env) {
  for (const [given, source] of [
    [path, "the given path"],
    [environment.BELLHOP, "$BELLHOP"],
  ]) {
    if (!given) continue;
    if (existsSync(given)) return resolve(given);
    throw new Error(`${source} is ${given}, and there is no such file`);
  }
  for (const folder of (environment.PATH ?? "").split(delimiter)) {
    const program = join(folder, "bellhop");
    if (folder && existsSync(program)) return program;
  }
  throw new Error(
    "the program bellhop was not found: put it on PATH, or set BELLHOP to its path",
  );
}
