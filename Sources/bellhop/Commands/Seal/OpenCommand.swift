// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import BellhopSeal
import CommandSupport
import Workbench

/// `bellhop open`: shows the content of a sealed payload.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Decrypt the message of a payload and print it.",
        discussion: """
            The command shows whether a sealed message can be decrypted, and its content. Use the \
            command to test a sender.
              bellhop keygen --encryption x25519 --out phone.json
              bellhop seal --app com.example.chat --to phone.json --body Hi >hi.json
              bellhop open hi.json --app com.example.chat --key phone.json

            The file contains a payload, or only a sealed message, as an object or as one string. \
            The command does not detect replayed messages. Status 1 when the message cannot be \
            decrypted, 65 when the file contains no sealed message or a key cannot be used, 66 \
            when a file cannot be read.
            """)

    @Argument(
        help: ArgumentHelp("The payload; - reads standard input.", valueName: "payload"))
    var file: String

    @Option(help: ArgumentHelp("The app's bundle identifier.", valueName: "bundle-id"))
    var app: String

    @Option(help: ArgumentHelp("The file with the private or shared key.", valueName: "file"))
    var key: String

    @Option(
        help: ArgumentHelp(
            "A file with the sender's public key; messages from other senders are rejected.",
            valueName: "file"))
    var senderKey: String?

    @Option(
        help: ArgumentHelp(
            "The payload key whose value is the sealed message. Default: the usual keys.",
            valueName: "key"))
    var at: String?

    func run() async throws {
        try await reportingFailures {
            guard file != "-" || key != "-" else {
                throw CommandFailure(
                    .usage,
                    "the payload and --key cannot both be read from standard input; name a "
                        + "file for one of them")
            }
            let openingKey: OpeningKey
            switch try SealKeyInput.file(key) {
            case .privateKey(let own): openingKey = .own(own)
            case .sharedKey(let shared): openingKey = .shared(shared)
            case .publicKey:
                throw CommandFailure(
                    .badInput,
                    "\(key): this file contains only a public key; give the file with the private "
                        + "key")
            }
            let sender = try senderKey.map { try SealKeyInput.publicKey($0, "the sender's") }
            do {
                let message = try SealedMessage(try value())
                let content = try Opener(app: app).open(message, with: openingKey, sender: sender)
                Console.out(JSONWriter.text(.object(try content.object()), style: .indented))
            } catch let error as SealError {
                throw CommandFailure(error.openStatus, error.description)
            }
        }
    }

    /// Returns the sealed message in the file.
    private func value() throws -> JSONValue {
        let bytes = try InputFile.read(
            file, byteCountMax: 4 * SealLimits.messageCharacterCountMax, what: "a payload")
        let name = file == "-" ? "standard input" : file
        let value: JSONValue
        do { value = try JSONReader.read(bytes).value } catch {
            // The compact form, as `bellhop seal --compact` prints it, has no quotation marks and
            // is therefore not JSON.
            let text = String(decoding: bytes, as: UTF8.self).trimmingBlanks
            guard text.hasPrefix("v"), !text.contains(" ") else {
                throw CommandFailure(.badInput, "\(name): \(error)")
            }
            return .string(text)
        }
        guard let object = value.objectValue, at != nil || object["v"] == nil else { return value }
        for key in at.map({ [$0] }) ?? [Sealer.payloadKey, "encryptedBody", "encrypted_body"] {
            if let value = object[key] { return value }
        }
        throw CommandFailure(
            .badInput,
            "\(name): the payload has no \"\(at ?? Sealer.payloadKey)\"; give the key with --at")
    }
}

extension SealError {
    /// The exit status for this error: 1 if the message cannot be decrypted, 65 if the input is
    /// invalid.
    var openStatus: ExitStatus {
        switch self {
        case .notAuthentic, .otherKey, .senderKeyMissing, .senderNotProven, .senderUnsupported,
            .suiteUnavailable:
            .no
        default: .badInput
        }
    }
}
