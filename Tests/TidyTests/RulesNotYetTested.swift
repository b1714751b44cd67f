// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Rules of the phone that no test names yet. Only ever gets shorter: a rule that a test names
/// fails here until it is taken out.
let rulesNotYetTested: Set<String> = []
