// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import BellhopSeal

#if canImport(FoundationEssentials)
import CommandSupport
import FoundationEssentials
#else
import Foundation
#endif

/// `bellhop seal`: creates a payload with a message that only the recipient can read.
struct SealCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal",
        abstract: "Encrypt a message for one installation and print the payload to push.",
        discussion: """
            The recipient's key is the encryption_key in the response to the gateway's
            GET /v1/installations/ID, saved to a file, or only the key in Base64:
              bellhop seal --app com.example.chat --to key.json --body "Meet at six"
              bellhop seal content.json --app com.example.chat --to key.json \\
                --sender-key server.json | bellhop push - --topic com.example.chat

            content.json contains what only the recipient can read:
              {"title":"Ada","body":"Meet at six","data":{"chat":7}}
            It may also contain id, sent and exp (seconds since 1970). Everybody can read the \
            fallback, which is shown when the message cannot be decrypted.

            docs/encryption.md describes the format. Status 65 when the payload is too
            long, or a key or the content cannot be used; 66 when a file cannot be read.
            """)

    @Argument(
        help: ArgumentHelp(
            "The content, a JSON file; - reads standard input.", valueName: "content"))
    var file: String?

    @Option(help: ArgumentHelp("The app's bundle identifier.", valueName: "bundle-id"))
    var app: String

    @Option(
        help: ArgumentHelp(
            "The recipient's public key (a key file or Base64), or a file with a shared key.",
            valueName: "key"))
    var to: String

    @Option(
        help: ArgumentHelp(
            "The key identifier, if --to is a key in Base64. Default: the key's fingerprint.",
            valueName: "id"))
    var keyID: String?

    @Option(
        help: ArgumentHelp(
            "A file with the sender's private key, which authenticates the "
                + "message.", valueName: "file"))
    var senderKey: String?

    @OptionGroup(title: "Content") var content: SealContentOptions

    @Option(help: "The unencrypted text of the notification.")
    var fallback = "New message"

    @Option(
        help: ArgumentHelp(
            "A localization key instead of the unencrypted text.",
            valueName: "loc-key"))
    var fallbackKey: String?

    @Option(
        help: ArgumentHelp(
            "The payload key whose value is the sealed message.", valueName: "key"))
    var at = Sealer.payloadKey

    @Option(
        help: ArgumentHelp(
            "Pad the content to a multiple of this number of bytes, which hides the message's "
                + "length: 1 to \(SealLimits.paddingBlockByteCountMax).", valueName: "bytes"))
    var pad = 1

    @Flag(help: "Print only the sealed message, as the object that is part of a payload.")
    var object = false

    @Flag(help: "Print only the sealed message, as one string.")
    var compact = false

    func validate() throws {
        guard (1...SealLimits.paddingBlockByteCountMax).contains(pad) else {
            throw ValidationError(
                "--pad takes 1 to \(SealLimits.paddingBlockByteCountMax) bytes")
        }
        guard !(object && compact) else {
            throw ValidationError(
                "--object and --compact cannot be combined; give one of them")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let content = try content.read(file, now: TimeSource.system.now)
            let sealer = try sealer()
            do {
                if object {
                    Console.out(
                        PrintableText.json(
                            JSONWriter.text(.object(try sealer.seal(content).json))))
                } else if compact {
                    Console.out(try sealer.seal(content).compact)
                } else {
                    let payload = try sealer.payload(
                        for: content, fallback: visibleAlert, key: at)
                    Console.out(
                        PrintableText.json(String(decoding: payload.encoded, as: UTF8.self)))
                }
            } catch let error as SealError {
                throw CommandFailure(.badInput, error.description)
            }
        }
    }

    private var visibleAlert: Alert {
        guard let fallbackKey else { return Alert(body: fallback) }
        var fields = AlertFields()
        fields.bodyKey = fallbackKey
        return .fields(fields)
    }

    private func sealer() throws -> Sealer {
        let padding = SealPadding.blocks(of: pad)
        let recipient = try SealKeyInput.recipient(to, id: keyID)
        let sender = try senderKey.map { try SealKeyInput.privateKey($0, "the sender's") }
        do {
            switch recipient {
            case .publicKey(let key):
                return try Sealer(app: app, recipient: key, sender: sender, padding: padding)
            case .privateKey(let key):
                return try Sealer(
                    app: app, recipient: key.publicKey, sender: sender, padding: padding)
            case .sharedKey(let key):
                guard sender == nil else { throw SealError.senderUnsupported(.a256gcm) }
                return try Sealer(app: app, sharedKey: key, padding: padding)
            }
        } catch let error as SealError {
            throw CommandFailure(.badInput, error.description)
        }
    }
}
