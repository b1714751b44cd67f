// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import ArgumentParser

/// The options of `bellhop doctor` that describe a sender. All of them are optional.
package struct CredentialDoctorOptions: ParsableArguments {
    @OptionGroup package var key: CredentialOptions

    @OptionGroup package var certificate: CertificateOptions

    @Option(
        name: .customLong("provider-token"),
        help: ArgumentHelp(
            "The provider token (JWT) that your server sends; - reads standard input.",
            valueName: "token"))
    package var providerToken: String?

    @Option(
        help: ArgumentHelp(
            "The key file of a Google service account, with which your server sends with FCM.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    package var fcm: String?

    @Option(help: "apns-topic: the bundle identifier, with a suffix for some push types.")
    package var topic: String?

    @Option(
        name: .customLong("device"),
        help: ArgumentHelp("A device token as your server stores it.", valueName: "token"))
    package var deviceToken: String?

    @Option(
        help: "The environment: sandbox or production. With it, doctor also tries to reach APNs.")
    package var to: String?

    @Option(help: "A host to use instead of Apple's.")
    package var host: String?

    @Option(help: "The port to check, instead of both 443 and 2197.")
    package var port: Int?

    @Option(
        name: .customLong("ca"),
        help: ArgumentHelp(
            "A PEM file with the CAs to trust instead of the system's.", valueName: "file"))
    package var authorityPath: String?

    @Option(
        name: .customLong("time-url"),
        help: ArgumentHelp(
            "A server whose Date header has the correct time.",
            discussion: "Default: https://www.apple.com/", valueName: "url"))
    package var timeURL: String?

    @Flag(help: "Send one request with an invented device token to test the key.")
    package var live = false

    @Flag(help: "Do not use the network.")
    package var offline = false

    package init() {}

    /// Whether any of the options was specified.
    package var isGiven: Bool {
        key.isGiven || certificate.path != nil || providerToken != nil || fcm != nil
            || topic != nil || deviceToken != nil || to != nil || host != nil || live
    }

    package func validate() throws {
        if live, offline {
            throw ValidationError(
                "--live and --offline cannot be combined; give one of them")
        }
        if live, to == nil, host == nil {
            throw ValidationError("--live requires --to sandbox or --to production")
        }
        if live, key.keyPath == nil {
            throw ValidationError("--live requires --key, --key-id and --team-id")
        }
        if port != nil, host == nil, to == nil {
            throw ValidationError("--port requires --to or --host")
        }
        if let port, !(1...65535).contains(port) {
            throw ValidationError(
                "--port \(port): this is not a port; give a number from 1 to 65535")
        }
    }
}
