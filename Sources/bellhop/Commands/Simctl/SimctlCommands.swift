// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `bellhop simctl …`: the commands of `xcrun simctl` that scripts use, for the phones of a running
/// simulator.
struct SimctlCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simctl",
        abstract: "Run scripts written for `xcrun simctl`: replace xcrun with bellhop.",
        discussion: """
              bellhop simctl push booted com.example.app hello.apns
              bellhop simctl list devices booted

            The phones are those of a running `bellhop up` or `bellhop apns`.
            """,
        subcommands: [SimctlPush.self, SimctlList.self])
}
