// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Parses the Swift files of a checkout, on all cores.
struct SwiftReading {
    private(set) var sources: [String: SwiftSource] = [:]
    private(set) var problems: [Diagnostic] = []

    /// What a file must mention to be parsed once a checkout has more Swift than
    /// ``FileTreeLimits/swiftByteCountMax``.
    private static let words = [
        "Notification", "UIApplicationDelegate", "PushKit", "PKPush", "ActivityKit",
        "ActivityAttributes", "WidgetKit", "deviceToken", "Messaging", "CallKit", "CXProvider",
        "apns", "APNs", "@main", "badge", "UIApplicationMain",
    ].map { Array($0.utf8) }

    init(_ tree: CheckoutFiles, targets: [AppTarget]) {
        var texts: [SourceText] = []
        var byteCount = 0
        var skipped = 0
        for path in tree.paths where FilePath.ending(of: path) == "swift" {
            guard let text = tree.source(path) else {
                problems.append(
                    Diagnostic(
                        rule: ProjectProblem.notLookedAt.rawValue, severity: .note,
                        message: "the file may not be read, or is larger than "
                            + "\(FileTreeLimits.fileByteCountMax >> 20) MB",
                        location: Diagnostic.Location(file: path)))
                continue
            }
            guard byteCount < FileTreeLimits.swiftByteCountMax || Self.isOfInterest(text) else {
                skipped += 1
                continue
            }
            if let refusal = SourceLimits.refusal(of: text.bytes) {
                problems.append(
                    Diagnostic(
                        rule: ProjectProblem.notLookedAt.rawValue, severity: .note,
                        message: "the file has \(refusal), so it was not parsed",
                        location: text.location(nil)))
                continue
            }
            byteCount += text.bytes.count
            texts.append(text)
        }
        if skipped > 0 {
            problems.append(
                Diagnostic(
                    rule: ProjectProblem.notLookedAt.rawValue, severity: .note,
                    message: "\(skipped) Swift files that mention nothing of notifications were "
                        + "not parsed, because the checkout is large",
                    location: Diagnostic.Location(file: ".")))
        }
        for source in Self.parse(texts) { sources[source.path] = source }
    }

    private static func isOfInterest(_ text: SourceText) -> Bool {
        words.contains { word in ByteSearch.contains(text.bytes, word) }
    }

    private static func parse(_ texts: [SourceText]) -> [SwiftSource] {
        // The order does not matter: sources are kept by their paths.
        let parsed = Mutex<[SwiftSource]>([])
        DispatchQueue.concurrentPerform(iterations: texts.count) { index in
            let source = SwiftSource(texts[index])
            parsed.withLock { $0.append(source) }
        }
        return parsed.withLock { $0 }
    }
}

/// Looks for bytes in bytes.
enum ByteSearch {
    static func contains(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
        // The system's search is fast in a debug build, too, and checkouts are large. It ends at a
        // zero byte, which no source has.
        (bytes + [0]).withUnsafeBytes { bytes in
            (word + [0]).withUnsafeBytes { word in
                guard let text = bytes.bindMemory(to: CChar.self).baseAddress,
                    let wanted = word.bindMemory(to: CChar.self).baseAddress
                else { return false }
                return strstr(text, wanted) != nil
            }
        }
    }
}
