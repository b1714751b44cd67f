// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Configuration
import Synchronization

/// Finds the value of each setting with swift-configuration: in the flags, the environment, the
/// file and the defaults, in this order.
struct SettingsReader {
    /// The first part of all keys, from which swift-configuration makes the beginning of the
    /// names of environment variables.
    private static let scope = "bellhop"

    private let flags: [GivenFlag]
    private let file: SettingsFile?
    private let reader: ConfigReader
    private let recorder = SourceRecorder()

    /// - Parameter environment: all environment variables. Only the variables in the table are
    ///   used, and an empty variable is treated as absent.
    init(flags: [GivenFlag], environment: [String: String], file: SettingsFile?) {
        self.flags = flags
        self.file = file
        var variables: [String: String] = [:]
        for setting in Setting.all where setting.sources.contains(.environment) {
            variables[setting.variable] = setting.text(in: environment)
        }
        let secretVariables = Set(Setting.all.filter(\.kind.isSecret).map(\.variable))
        reader = ConfigReader(
            providers: [
                Self.provider("flags") { setting in
                    flags.last { $0.setting.key == setting.key }?.texts
                },
                EnvironmentVariablesProvider(
                    environmentVariables: variables, secretsSpecifier: .specific(secretVariables)),
                Self.provider("file") { file?[$0]?.texts },
                Self.provider("defaults") { $0.defaultText.map { [$0] } },
            ], accessReporter: recorder
        ).scoped(to: ConfigKey([Self.scope]))
    }

    private static func provider(
        _ name: String, _ texts: (Setting) -> [String]?
    ) -> InMemoryProvider {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for setting in Setting.all {
            guard let texts = texts(setting) else { continue }
            values[AbsoluteConfigKey([scope, setting.key])] = ConfigValue(
                setting.kind == .texts ? .stringArray(texts) : .string(texts.last ?? ""),
                isSecret: setting.kind.isSecret)
        }
        return InMemoryProvider(name: name, values: values)
    }

    /// Returns all settings.
    ///
    /// - Throws: ``SettingError`` if a value is not permitted.
    func settings() throws(SettingError) -> Settings {
        var entries: [Settings.Entry] = []
        for setting in Setting.all { entries.append(try entry(setting)) }
        return Settings(entries)
    }

    private func entry(_ setting: Setting) throws(SettingError) -> Settings.Entry {
        let key = ConfigKey([setting.key])
        // The library converts values to numbers too, but then ignores a text that is not a number,
        // and its errors do not contain the range.
        let texts: [String]? =
            if setting.kind == .texts {
                reader.stringArray(forKey: key, isSecret: setting.kind.isSecret)
            } else {
                reader.string(forKey: key, isSecret: setting.kind.isSecret).map { [$0] }
            }
        guard let texts else { return Settings.Entry(setting, nil, .standard) }
        let origin = origin(of: setting)
        do throws(SettingProblem) {
            return Settings.Entry(setting, try setting.kind.value(of: texts), origin)
        } catch { throw SettingError(error, from: origin) }
    }

    /// Returns the origin of the value that was read last.
    private func origin(of setting: Setting) -> SettingOrigin {
        switch recorder.index {
        case 0: .flag(flags.last { $0.setting.key == setting.key }?.flag ?? setting.flag)
        case 1: .environment(setting.variable)
        case 2: .file(file?.path ?? "", line: file?[setting]?.line ?? 1)
        default: .standard
        }
    }
}

/// Records which provider contained the value that was read last.
private final class SourceRecorder: AccessReporter {
    private let last = Mutex<Int?>(nil)

    var index: Int? { last.withLock { $0 } }

    func report(_ event: AccessEvent) {
        let index = event.providerResults.firstIndex { provider in
            if case .success(let found) = provider.result { found.value != nil } else { false }
        }
        last.withLock { $0 = index }
    }
}
