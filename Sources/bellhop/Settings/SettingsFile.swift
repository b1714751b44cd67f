// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import YAMLReading

/// The values of a file with settings, with their positions. All values are checked, even those
/// that another source overrides.
struct SettingsFile: Sendable {
    /// The name of the file in the state directory.
    static let name = StateDirectory.File.settings.rawValue
    /// The maximum size of the file, in bytes. A larger file is an error.
    static let byteCountMax = 64 << 10

    /// One value of the file.
    struct Entry: Sendable {
        let texts: [String]
        let line: Int
    }

    let path: String
    private let entries: [String: Entry]

    /// Parses the text of a file.
    ///
    /// - Parameter isNamed: whether the user named this file. Only such a file can set the state
    ///   directory, because any other file is in the state directory.
    /// - Throws: ``SettingError`` with line and column if the text is not YAML, a key does not
    ///   exist, or a value is not permitted.
    init(path: String, text: String, isNamed: Bool) throws(SettingError) {
        self.path = path
        do throws(YAMLError) {
            entries = try Self.entries(of: text, path: path, isNamed: isNamed)
        } catch {
            throw SettingError(
                file: path, line: error.line, column: error.column, error.detail)
        }
    }

    private static func entries(
        of text: String, path: String, isNamed: Bool
    ) throws(YAMLError) -> [String: Entry] {
        guard let root = try YAMLDocument.root(of: text, byteCountMax: byteCountMax) else {
            return [:]
        }
        let settings = Setting.all.filter { $0.sources.contains(.file) }
        let mapping = try root.mapping(settings.map(\.key))
        var entries: [String: Entry] = [:]
        for setting in settings {
            guard let place = mapping[setting.key] else { continue }
            guard isNamed || setting.key != Setting.stateDirectory.key else {
                throw place.error(
                    "this file is in the state directory and cannot name another one; remove the "
                        + "line, or name the file with \(Setting.file.flag)")
            }
            entries[setting.key] = try entry(setting, place, path: path)
        }
        return entries
    }

    private static func entry(
        _ setting: Setting, _ place: YAMLPlace, path: String
    ) throws(YAMLError) -> Entry {
        var texts = setting.kind == .texts ? try place.texts() : [try place.anyText()]
        do throws(SettingProblem) { _ = try setting.kind.value(of: texts) } catch {
            throw place.error(error.description)
        }
        if setting.kind == .path {
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            // "-" is the standard output.
            texts = texts.map { $0.hasPrefix("/") || $0 == "-" ? $0 : folder + $0 }
        }
        return Entry(texts: texts, line: place.line)
    }

    /// Returns the value of a setting; `nil` if the file does not contain the setting.
    subscript(_ setting: Setting) -> Entry? { entries[setting.key] }
}
