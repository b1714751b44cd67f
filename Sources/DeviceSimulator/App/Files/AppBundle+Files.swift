// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension AppBundle {
    /// The maximum number of files and directories to examine. This limit is Bellhop's, not
    /// Apple's.
    public static let fileCountMax = 20_000
    /// The maximum depth of nested directories. This limit is Bellhop's, not Apple's.
    public static let directoryDepthMax = 8
    /// The maximum number of sounds to read. This limit is Bellhop's, not Apple's.
    public static let soundCountMax = 1000

    /// Reads texts and sounds from an app's files: `Localizable.strings` in `*.lproj`,
    /// `Localizable.xcstrings`, and sounds in wav, aif, aiff, aifc and caf.
    ///
    /// For a built app (`.app`), only the top directory is searched, as on a phone. In a project,
    /// subdirectories are searched too, because Xcode copies the files of groups into one
    /// directory; products, packages and hidden directories are skipped. If there are several files
    /// for a text or sound, the first by path is used. A sound that cannot be read is included and
    /// marked as not playable (`SND-1`).
    ///
    /// - Parameter developmentLanguage: The language that is used when the app does not support the
    ///   phone's language; by default, the source language of a string catalog, otherwise `en`.
    /// - Throws: ``AppFileError`` for a file of texts that cannot be read, or too many files.
    public init(
        contentsOf directory: URL, developmentLanguage: String? = nil
    ) throws(AppFileError) {
        var search = BundleSearch(isProduct: directory.pathExtension == "app")
        try search.look(in: directory, depth: 0)
        var strings: [String: [String: String]] = [:]
        var language = developmentLanguage
        func add(_ texts: [String: String], _ language: String) {
            strings[language, default: [:]].merge(texts) { old, _ in old }
        }
        var base: [String: String] = [:]
        for url in search.strings {
            let texts = try StringsFile(AppFile(contentsOf: url)).strings
            let name = url.deletingLastPathComponent().deletingPathExtension().lastPathComponent
            if name == "Base" {
                base.merge(texts) { old, _ in old }
            } else {
                add(texts, name.replacing("_", with: "-"))
            }
        }
        for url in search.catalogs {
            let catalog = try StringCatalog(AppFile(contentsOf: url))
            for (language, texts) in catalog.strings { add(texts, language) }
            language = language ?? catalog.sourceLanguage
        }
        if !base.isEmpty { add(base, language ?? "en") }
        self.init(
            sounds: search.sounds.map(Self.sound), strings: strings,
            developmentLanguage: language ?? "en")
    }

    private static func sound(_ url: URL) -> Sound {
        let name = url.lastPathComponent
        guard let file = try? AppFile(contentsOf: url, byteCountMax: AppFile.soundByteCountMax),
            let sound = try? SoundFile(file)
        else { return Sound(name: name, seconds: 0, isPlayable: false) }
        return Sound(name: name, seconds: sound.seconds, isPlayable: sound.isPlayable)
    }
}

/// The files of an app that notifications use.
private struct BundleSearch {
    private static let soundExtensions: Set<String> = ["wav", "aif", "aiff", "aifc", "caf"]
    /// The file name extensions of directories that Xcode either copies as a whole or does not
    /// copy.
    private static let closedExtensions: Set<String> = [
        "app", "appex", "bundle", "framework", "xcframework", "xcassets", "xcodeproj",
        "xcworkspace",
    ]
    private static let closedNames: Set<String> = ["PlugIns", "Frameworks", "Pods", "node_modules"]

    /// Whether the directory is a built app.
    let isProduct: Bool
    private(set) var strings: [URL] = []
    private(set) var catalogs: [URL] = []
    private(set) var sounds: [URL] = []
    private var soundNames: Set<String> = []
    private var count = 0

    init(isProduct: Bool) { self.isProduct = isProduct }

    mutating func look(in directory: URL, depth: Int) throws(AppFileError) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        } catch {
            throw AppFileError(
                directory.path, nil, "the directory cannot be read",
                "check that it exists and is readable")
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            count += 1
            guard count <= AppBundle.fileCountMax else {
                throw AppFileError(
                    directory.path, nil, "there are more than \(AppBundle.fileCountMax) files",
                    "name the directory with the app's resources")
            }
            try look(at: name, in: directory, depth: depth)
        }
    }

    private mutating func look(
        at name: String, in directory: URL, depth: Int
    ) throws(AppFileError) {
        let url = directory.appending(path: name)
        var isDirectory: Bool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
            return
        }
        let ending = url.pathExtension.lowercased()
        if isDirectory {
            let isTable = ending == "lproj"
            let isOpen =
                !Self.closedExtensions.contains(ending) && !Self.closedNames.contains(name)
            if isTable || (isOpen && !isProduct), depth < AppBundle.directoryDepthMax {
                try look(in: url, depth: depth + 1)
            }
        } else if name == "Localizable.strings" {
            if directory.pathExtension == "lproj" { strings.append(url) }
        } else if name == "Localizable.xcstrings" {
            catalogs.append(url)
        } else if Self.soundExtensions.contains(ending) {
            if soundNames.count < AppBundle.soundCountMax, soundNames.insert(name).inserted {
                sounds.append(url)
            }
        }
    }
}
