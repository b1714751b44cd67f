// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import CommandSupport
import Testing
import Workbench

@testable import bellhop

/// The exit statuses of commands.
struct ExitStatusTests {
    @Test(
        arguments: [
            (WorkFailure.Kind.refused, Int32(1)), (.usage, 64), (.badInput, 65), (.unavailable, 69),
            (.mayHaveBeenProcessed, 76),
        ])
    func `each kind of failure has an exit status`(kind: WorkFailure.Kind, status: Int32) {
        #expect(ExitStatus(kind).rawValue == status)
    }
}
