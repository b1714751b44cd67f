// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport

/// `bellhop lint FILE…`: checks payloads and their headers; `bellhop-project` reads the app, if one
/// is named.
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

/// `bellhop doctor DIR`: what in an app's checkout, or in a sender's credentials, keeps
/// notifications from arriving; `bellhop-project` finds it.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = DoctorOptions.configuration

    @OptionGroup var options: DoctorOptions

    func run() async throws {
        try await reportingFailures { throw ProjectProgram.replaceThisProgram() }
    }
}

/// `bellhop reference DIR`: the tables of the code as pages; `bellhop-project` writes them, which
/// sees all tables.
struct ReferenceCommand: AsyncParsableCommand {
    static let configuration = ReferenceOptions.configuration

    @OptionGroup var options: ReferenceOptions

    func run() async throws {
        try await reportingFailures { throw ProjectProgram.replaceThisProgram() }
    }
}
