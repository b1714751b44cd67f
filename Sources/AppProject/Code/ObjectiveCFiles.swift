// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// The names about notifications that occur in Objective-C files. The files are not parsed. Any
/// occurrence of a name is treated as a use, except on a line that starts with `//`.
struct ObjectiveCFiles: Sendable {
    /// The names that checks look for.
    private static let names = [
        "registerForRemoteNotifications", "didRegisterForRemoteNotificationsWithDeviceToken",
        "FirebaseMessaging", "FIRMessaging", "APNSToken", "apnsToken",
    ]

    private var locations: [String: [String: Diagnostic.Location]] = [:]

    init() {}

    init(_ paths: some Sequence<String>, in tree: CheckoutFiles) {
        for path in paths {
            guard let bytes = tree.bytes(path) else { continue }
            let text = SearchText(bytes)
            let found = Self.names.filter { text.contains(SearchTerm($0)) }
            guard !found.isEmpty else { continue }
            let source = SourceText(name: path, bytes: bytes)
            for name in found {
                let offset = text.offsets(of: SearchTerm(name)).first { offset in
                    let line = source.line(source.position(of: offset).line)
                    return !line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                        .starts(with: "//".utf8)
                }
                guard let offset else { continue }
                locations[path, default: [:]][name] = source.location(
                    offset..<offset + name.utf8.count)
            }
        }
    }

    func location(of name: String, in path: String) -> Diagnostic.Location? {
        locations[path]?[name]
    }
}
