// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The settings of a gateway: a value and its origin for each row of the table.
struct Settings: Sendable {
    /// The value of a setting.
    struct Entry: Sendable {
        let setting: Setting
        /// `nil` if the setting is not given and has no default.
        let value: SettingValue?
        let origin: SettingOrigin

        init(_ setting: Setting, _ value: SettingValue?, _ origin: SettingOrigin) {
            self.setting = setting
            self.value = value
            self.origin = origin
        }
    }

    /// All entries, in the order of the table.
    let entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries }

    subscript(_ setting: Setting) -> Entry {
        entries.first { $0.setting.key == setting.key } ?? Entry(setting, nil, .standard)
    }

    /// Returns the value of a setting that is a text; `nil` if the setting has no value.
    func text(_ setting: Setting) -> String? {
        if case .text(let text) = self[setting].value { text } else { nil }
    }

    /// Returns the value of a numeric setting. It is never absent, because every numeric setting in
    /// the table has a default.
    func number(_ setting: Setting) -> Int {
        if case .number(let number) = self[setting].value { number } else { 0 }
    }

    /// Returns the port of a setting; `nil` if it is off.
    func port(_ setting: Setting) -> Int? {
        if case .number(let number) = self[setting].value { number } else { nil }
    }

    /// Returns the value of a setting that is a share, from 0 to 1. Each such setting has a
    /// default.
    func share(_ setting: Setting) -> Double {
        if case .share(let share) = self[setting].value { share } else { 0 }
    }

    /// Returns whether a setting is true.
    func isTrue(_ setting: Setting) -> Bool { self[setting].value == .yesNo(true) }

    /// Returns the texts of a list.
    func texts(_ setting: Setting) -> [String] {
        if case .texts(let texts) = self[setting].value { texts } else { [] }
    }

    /// The path of the file with the master key; `nil` if no file is given, or if the key itself
    /// comes from a source with higher precedence.
    var masterKeyPath: String? {
        let (file, key) = (self[.masterKeyFile], self[.masterKey])
        return key.value == nil || file.origin.rank >= key.origin.rank
            ? text(.masterKeyFile) : nil
    }
}
