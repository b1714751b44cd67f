// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

export { Problem, Unreachable, ConnectionOptions } from './http.js';
export { Operations as Gateway } from './operations.js';
export * from './operations.js';
