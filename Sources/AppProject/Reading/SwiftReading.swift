// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Dispatch
import Synchronization

/// Parses those Swift files of a checkout that may be related to notifications. Uses all cores.
struct SwiftReading {
    private(set) var sources: [String: SwiftSource] = [:]
    private(set) var problems: [Diagnostic] = []
    /// The declarations in app code that was not parsed.
    private(set) var unparsed = SwiftDeclarations()
    /// Whether any file contains a term related to notifications.
    private(set) var mentionsNotifications = false

    private let tree: any FileTree

    /// A file and the result of searching its bytes for terms.
    private struct SearchResult: Sendable {
        let path: String
        var text: SearchText?
        var isRelevant = false
    }

    init(_ tree: CheckoutFiles, targets: [AppTarget]) {
        self.tree = tree.tree
        let reach = SwiftReach(of: targets)
        let paths = tree.paths.filter { FilePath.ending(of: $0) == "swift" }
        var relevant: [String] = []
        let results = Self.search(paths, reach, in: tree.tree)
        let byteCount = results.filter { reach.contains($0.path) }
            .reduce(0) { $0 + ($1.text?.byteCount ?? 0) }
        mentionsNotifications = results.contains(where: \.isRelevant)
        let isSmall = byteCount <= FileTreeLimits.smallSwiftByteCountMax
        for result in results {
            guard let text = result.text else {
                note(
                    "the file is not readable, or is larger than "
                        + "\(FileTreeLimits.fileByteCountMax >> 20) MB", at: result.path)
                continue
            }
            if result.isRelevant || isSmall && reach.contains(result.path) {
                relevant.append(result.path)
            } else if reach.contains(result.path) {
                unparsed.add(text, of: result.path)
            }
        }
        parse(relevant)
        follow(reach)
    }

    private static func search(
        _ paths: [String], _ reach: SwiftReach, in tree: any FileTree
    ) -> [SearchResult] {
        let results = Mutex<[SearchResult]>([])
        let share = 64
        DispatchQueue.concurrentPerform(iterations: (paths.count + share - 1) / share) { part in
            let own = paths[(part * share)..<min(paths.count, (part + 1) * share)].map { path in
                var result = SearchResult(path: path)
                guard let bytes = tree.read(path, byteCountMax: FileTreeLimits.fileByteCountMax)
                else { return result }
                let text = SearchText(bytes)
                result.text = text
                result.isRelevant =
                    reach.isAlwaysParsed(path)
                    || (reach.contains(path)
                        ? SwiftRelevance.matches(text) : SwiftRelevance.containsSecret(text))
                return result
            }
            results.withLock { $0 += own }
        }
        return results.withLock { $0 }.sorted { $0.path < $1.path }
    }

    /// Parses files within the limits of ``FileTreeLimits``.
    private mutating func parse(_ paths: [String]) {
        var texts: [SourceText] = []
        var byteCount = sources.values.reduce(0) { $0 + $1.source.bytes.count }
        var skipped = 0
        for path in paths where sources[path] == nil {
            guard let text = tree.source(path) else { continue }
            guard byteCount + text.bytes.count <= FileTreeLimits.swiftByteCountMax else {
                skipped += 1
                continue
            }
            byteCount += text.bytes.count
            texts.append(text)
        }
        if skipped > 0 {
            note(
                "\(skipped) Swift files about notifications were not parsed, because all of them "
                    + "together exceed \(FileTreeLimits.swiftByteCountMax >> 20) MB", at: ".")
        }
        for source in Self.parse(texts) {
            unparsed.remove(source.path)
            if let refusal = source.refusal {
                note("the file has \(refusal), so it was not parsed", at: source.path)
            } else {
                sources[source.path] = source
            }
        }
    }

    private static func parse(_ texts: [SourceText]) -> [SwiftSource] {
        // The order of parsing does not matter: sources are stored by path.
        let parsed = Mutex<[SwiftSource]>([])
        DispatchQueue.concurrentPerform(iterations: texts.count) { index in
            let source = SwiftSource(texts[index])
            parsed.withLock { $0.append(source) }
        }
        return parsed.withLock { $0.sorted { $0.path < $1.path } }
    }

    /// Parses the files on which the parsed files depend. They contain constants, functions that
    /// run at launch, and the first views.
    private mutating func follow(_ reach: SwiftReach) {
        var dependencies = SwiftDependencies()
        var room = FileTreeLimits.followedFileCountMax
        for _ in 0..<SwiftDependencies.roundCountMax where room > 0 {
            let known = sources.values.filter { reach.contains($0.path) }
            let paths = dependencies.next(from: known.sorted { $0.path < $1.path }, in: unparsed)
                .filter(unparsed.isSmall).prefix(room)
            guard !paths.isEmpty else { return }
            room -= paths.count
            parse(Array(paths))
        }
    }

    private mutating func note(_ message: String, at path: String) {
        problems.append(
            Diagnostic(
                rule: ProjectProblem.notExamined.rawValue, severity: .note, message: message,
                location: Diagnostic.Location(file: path)))
    }
}

/// Determines the files whose code may run in an app or its extensions.
struct SwiftReach: Sendable {
    /// The maximum number of files of an extension that is parsed completely, regardless of
    /// content.
    private static let extensionFileCountMax = 60

    /// The paths of the files whose code may run; `nil` if the code of any file may run.
    private var paths: Set<String>?
    private var always: Set<String> = []

    init(of targets: [AppTarget]) {
        let isSigned = { (target: AppTarget) in
            target.product == .application || target.product == .appExtension
        }
        guard !targets.isEmpty else { return }
        let byName = Dictionary(targets.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        // A checkout without an app, such as a package, may contain modules of an app in another
        // checkout.
        let hasApp = targets.contains(where: isSigned)
        var queue = targets.filter { hasApp ? isSigned($0) : $0.product != .tests }.map(\.name)
        var seen: Set<String> = []
        var found: Set<String> = []
        while let name = queue.popLast() {
            guard seen.insert(name).inserted, let target = byName[name] else { continue }
            found.formUnion(target.sourcePaths)
            queue += target.dependencies
        }
        paths = found
        for target in targets where ExtensionPoint.ofNotifications.contains(target.extensionPoint) {
            guard target.sourcePaths.count <= Self.extensionFileCountMax else { continue }
            always.formUnion(target.sourcePaths)
        }
    }

    func contains(_ path: String) -> Bool { paths?.contains(path) ?? true }

    /// Returns whether a file belongs to a notification extension and is therefore always parsed.
    func isAlwaysParsed(_ path: String) -> Bool { always.contains(path) }
}
