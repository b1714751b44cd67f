// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import ArgumentParser
import CommandSupport
public import GatewayAPI
import Workbench

extension UserProofRule: ExpressibleByArgument {}
extension DeniedRule: ExpressibleByArgument {}

extension AppCommands {
    /// `bellhop app create`.
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create an app, or change its name and settings.",
            discussion: """
                  bellhop app create com.example.app --name Trains
                  bellhop app create com.example.app --no-shadow

                The command prints the client key, which is for the app's code, and for a new app \
                also the identity secret, which is for the app's server and is not shown again. \
                Options that are not given leave the settings of an existing app unchanged. Then \
                store the key for APNs with bellhop app apns. An app cannot be deleted.
                """)

        @Argument(help: "The app's bundle identifier.") var app: String
        @Option(help: "The display name. Default for a new app: the bundle identifier.")
        var name: String?
        @Option(
            name: .customLong("user-proof"),
            help: """
                Whether apps must prove for which user they act: required (default for a new app) \
                or off.
                """)
        var userProof: UserProofRule?
        @Option(
            name: .customLong("receipt-percent"),
            help: ArgumentHelp(
                "The percentage of installations whose receipts are stored: 1 to 100 (default).",
                valueName: "percent"))
        var receiptPercent: Int?
        @Option(
            help: """
                What happens to alerts for people who have denied notifications: suppress (default \
                for a new app) or send.
                """)
        var denied: DeniedRule?
        @Flag(
            inversion: .prefixedNo,
            help: "Whether the gateway only decides, because another sender sends to this app.")
        var shadow: Bool?
        @OptionGroup var options: Options

        private var changesSettings: Bool {
            userProof != nil || receiptPercent != nil || denied != nil || shadow != nil
        }

        func validate() throws {
            guard receiptPercent.map({ (1...100).contains($0) }) ?? true else {
                throw ValidationError("--receipt-percent is out of range; give 1 to 100")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let client = try options.client()
                let present = try await client.app(app)
                // Without a name, an option is more likely a change with a mistyped identifier.
                guard present != nil || name != nil || !changesSettings else {
                    throw CommandFailure(
                        .badInput,
                        "there is no app \(app.printable) to change; see the apps with bellhop app "
                            + "list, or give --name to create it")
                }
                let request = AppRequest(
                    name: name ?? present?.name ?? app, userProof: userProof,
                    settings: AppSettings(
                        receiptPercent: receiptPercent, denied: denied, shadow: shadow))
                let stored = try await client.putApp(request, app: app)
                try options.show(
                    stored, [present == nil ? "created:" : "changed:"] + stored.lines)
                guard options.format == .text, stored.credential == nil else { return }
                Console.note(
                    "next, store the key for APNs: bellhop app apns \(ShellWord.quoted(app)) "
                        + "--key AuthKey_ABC123DEFG.p8 --team-id TEAM123456")
            }
        }
    }
}
