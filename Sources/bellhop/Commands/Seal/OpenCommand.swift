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
            For tests of any sender: shows whether a sealed message can be decrypted, and its \
            content.
              bellhop keygen --encryption x25519 --out phone.json
              bellhop seal --app com.example.chat --to phone.json --body Hi >hi.json
              bellhop open hi.json --app com.example.chat --key phone.json

            The file is a payload, or only a sealed message in either form. Repeated messages \
            are not detected. Status 1 when it cannot be decrypted, 65 when it is not a \
            sealed message or a key cannot be used, 66 when a file cannot be read.
            """)

    @Argument(
        help: ArgumentHelp("The payload; - reads standard input.", valueName: "payload"))
    var file: String

    @Option(help: ArgumentHelp("The app's bundle identifier.", valueName: "bundle-id"))
    var app: String

    @Option(help: ArgumentHelp("The file of the private or shared key.", valueName: "file"))
    var key: String

    @Option(
        help: ArgumentHelp(
            "The sender's public key file; messages from other senders are rejected.",
            valueName: "file"))
    var senderKey: String?

    @Option(
        help: ArgumentHelp(
            "The key of the message in the payload. Default: the usual keys.",
            valueName: "key"))
    var at: String?

    func run() async throws {
        try await reportingFailures {
            guard file != "-" || key != "-" else {
                throw CommandFailure(
                    .usage, "payload and --key cannot both be standard input; name a file")
            }
            let openingKey: OpeningKey
            switch try SealKeyInput.file(key) {
            case .privateKey(let own): openingKey = .own(own)
            case .sharedKey(let shared): openingKey = .shared(shared)
            case .publicKey:
                throw CommandFailure(
                    .badInput, "\(key): the key is public; decrypting requires the private key")
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
            // In a shell pipeline, the compact form has no quotation marks, so it is not JSON.
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
            "\(name): the payload has no \"\(at ?? Sealer.payloadKey)\"; name the key with --at")
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
