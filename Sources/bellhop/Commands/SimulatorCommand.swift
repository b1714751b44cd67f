// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport
import LocalSystem

/// `bellhop apns`: runs the simulator alone.
struct SimulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apns",
        abstract: "Run the APNs simulator alone: both environments, a phone, the control API.",
        discussion: """
            Your own sender, in any language, connects to the simulator by HTTP/2 over TLS and \
            trusts the certificate authority in the file that this command prints.

              bellhop apns
              bellhop apns --sandbox-port 0 --production-port 0 --control-port 0 \\
                --state-dir /tmp/apns
            """)

    @OptionGroup var state: StateOptions
    @OptionGroup var ports: SimulatorPortOptions
    @OptionGroup var log: LogOptions

    func run() async throws {
        try await reportingFailures {
            CoreDumps.disable()
            let directory = state.directory
            try directory.create()
            let lock = try directory.lock(.simulatorLock, holder: "a simulator")
            let logger = log.makeLogger()
            let parts = try await SimulatorParts(ports, state: directory, logger: logger)
            let announce = ClosureService {
                let address = try await parts.announce()
                Banner.simulator(address, state: directory)
            }
            try await ServerRun.run(await parts.services + [announce], logger: logger)
            lock.release()
        }
    }
}
