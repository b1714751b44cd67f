// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Rules of the phone that no test names yet. The list may only become shorter: a test fails if the
/// list contains a rule that a test names.
let rulesNotYetTested: Set<String> = []
