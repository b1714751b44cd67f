// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport
import DeviceModel
import Explain
import ExplainConfig
import Workbench

/// The options of `bellhop explain` for the app's state.
struct ExplainedAppOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The state of the app: " + OptionValues.list(AppState.self) + "."))
    var state: String?

    @Option(
        help: ArgumentHelp("The permission: " + OptionValues.list(Authorization.self) + ".")
    )
    var permission: String?

    @Option(
        help: ArgumentHelp(
            "The options that willPresent returns, separated by commas: "
                + PresentationOptions.named.map(\.name).joined(separator: ",") + "; or none.",
            valueName: "options"))
    var present: String?

    @Option(
        name: .customLong("extension"),
        help: ArgumentHelp(
            "The behaviour of the service extension: "
                + Scenario.ServiceExtension.names.joined(separator: ", ") + ".",
            valueName: "word"))
    var serviceExtension: String?

    @Flag(
        name: .customLong("no-background-refresh"),
        help: "Assume that Background App Refresh is off for the app.")
    var hasNoBackgroundRefresh = false

    @Flag(help: "Assume that the app's notifications wait for the scheduled summary.")
    var summary = false

    @Option(
        name: .customLong("app-config"),
        help: ArgumentHelp(
            "A YAML file that describes the app; see docs/explain.md.", valueName: "file"))
    var configPath: String?

    func apply(to scenario: inout Scenario) throws {
        scenario.app = try configPath.map(AppConfigFile.read)
        scenario.state = try OptionValues.parse(state, "--state", "state")
        scenario.permission = try OptionValues.parse(permission, "--permission", "permission")
        scenario.presentation = try present.map(Self.parsePresentation)
        scenario.serviceExtension = try serviceExtension.map { word in
            guard let known = Scenario.ServiceExtension(word: word) else {
                throw OptionValues.unknown(
                    word, "--extension", "behaviour", Scenario.ServiceExtension.names)
            }
            return known
        }
        scenario.hasBackgroundRefresh = !hasNoBackgroundRefresh
        scenario.isInSummary = summary
    }

    private static func parsePresentation(_ text: String) throws -> PresentationOptions {
        if text == "none" { return [] }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map { word in
            String(word.drop { $0 == " " })
        }
        guard let options = PresentationOptions(names: names) else {
            let known = PresentationOptions.named.map(\.name)
            let wrong = names.first { !known.contains($0) } ?? text
            throw OptionValues.unknown(wrong, "--present", "option", known + ["none"])
        }
        return options
    }
}

/// The options of `bellhop explain` for the phone's state.
struct ExplainedPhoneOptions: ParsableArguments {
    /// Whether the phone is locked.
    enum Lock: String, EnumerableFlag {
        case locked, unlocked
    }

    @Flag(help: "Whether the phone is locked. Default: locked unless the app is in the foreground.")
    var lock: Lock?

    @Option(
        help: ArgumentHelp("The name of the active Focus, for instance Work.", valueName: "name"))
    var focus: String?

    @Flag(name: .customLong("focus-allows-app"), help: "Assume that the Focus allows the app.")
    var focusAllowsApp = false

    @Option(
        name: .customLong("focus-allows"),
        help: ArgumentHelp(
            "A person whom the Focus allows, by name or handle. May be repeated.",
            valueName: "person"))
    var focusPeople: [String] = []

    @Flag(
        name: .customLong("focus-no-time-sensitive"),
        help: "Assume that the Focus also silences time-sensitive notifications.")
    var focusHoldsTimeSensitive = false

    @Flag(name: .customLong("mute"), help: "Assume that Silent mode is on.")
    var isMuted = false

    @Flag(name: .customLong("low-power"), help: "Assume that Low Power Mode is on.")
    var isLowPower = false

    @Flag(
        help: """
            Assume that the phone is offline, so that APNs stores or discards the notification.
            """)
    var offline = false

    @Option(
        help: ArgumentHelp(
            "When the Lock Screen shows previews: " + OptionValues.list(PreviewSetting.self)
                + ". Default: always."))
    var previews: String?

    func apply(to scenario: inout Scenario) throws {
        scenario.isLocked = lock.map { $0 == .locked }
        if let focus, focus.isEmpty {
            throw CommandFailure(
                .usage, "--focus: the name is empty; give a name, for instance Work")
        }
        scenario.focusName = focus
        scenario.focusAllowsApp = focusAllowsApp
        scenario.focusPeople = focusPeople
        scenario.focusHoldsTimeSensitive = focusHoldsTimeSensitive
        scenario.isMuted = isMuted
        scenario.isLowPower = isLowPower
        scenario.isOnline = !offline
        scenario.previews = try OptionValues.parse(previews, "--previews", "setting")
    }
}

/// Parses options whose value is a word of a fixed list.
enum OptionValues {
    static func list<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> String {
        Word.allCases.map(\.rawValue).joined(separator: ", ")
    }

    static func parse<Word: RawRepresentable<String> & CaseIterable>(
        _ text: String?, _ option: String, _ noun: String
    ) throws -> Word? {
        guard let text else { return nil }
        guard let word = Word(rawValue: text) else {
            throw unknown(text, option, noun, Word.allCases.map(\.rawValue))
        }
        return word
    }

    static func unknown(
        _ word: String, _ option: String, _ noun: String, _ valid: [String]
    ) -> CommandFailure {
        let guess = nearest(to: word, among: valid).map { "did you mean \($0)? Otherwise " } ?? ""
        return CommandFailure(
            .usage,
            "\(option): there is no \(noun) \"\(OneLine.text(word, characterCountMax: 40))\"; "
                + guess + "use one of " + valid.joined(separator: ", "))
    }

    /// Returns the valid word that the person probably meant; `nil` if no word is similar.
    static func nearest(to word: String, among words: [String]) -> String? {
        NearestName.of(word, among: words)
    }
}

/// Reads the file of the option `--app-config`.
enum AppConfigFile {
    /// Reads and checks the file.
    ///
    /// - Throws: ``CommandFailure`` with status 66 if the file cannot be read, 65 if it does not
    ///   describe an app; the message contains file, line, column and key.
    static func read(_ path: String) throws -> AppConfig {
        let bytes = try InputFile.read(
            path, byteCountMax: AppConfig.byteCountMax, what: "a description of an app")
        let name = path == "-" ? "standard input" : path
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.badInput, "\(name): the file is not UTF-8 text; save it as UTF-8")
        }
        do { return try AppConfig(yaml: text) } catch {
            throw CommandFailure(.badInput, "\(name): \(error)")
        }
    }
}
