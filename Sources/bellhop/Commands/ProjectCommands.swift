// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport

/// `bellhop lint FILE…`: checks payloads and their headers. If an app is named, `bellhop-project`
/// performs the check.
struct LintCommand: AsyncParsableCommand {
    static let configuration = LintOptions.configuration

    @OptionGroup var options: LintOptions

    func run() async throws {
        try await reportingFailures {
            if options.namesApp { throw ProjectProgram.replaceThisProgram() }
            try options.run { nil }
        }
    }
}

/// `bellhop doctor DIR`: finds problems in an app's checkout or in a sender's credentials that
/// prevent notifications from arriving. `bellhop-project` performs the checks.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = DoctorOptions.configuration

    @OptionGroup var options: DoctorOptions

    func run() async throws {
        try await reportingFailures { throw ProjectProgram.replaceThisProgram() }
    }
}

/// `bellhop reference DIR`: writes the code's tables as pages. `bellhop-project` performs this
/// command, because it has access to all tables.
struct ReferenceCommand: AsyncParsableCommand {
    static let configuration = ReferenceOptions.configuration

    @OptionGroup var options: ReferenceOptions

    func run() async throws {
        try await reportingFailures { throw ProjectProgram.replaceThisProgram() }
    }
}
