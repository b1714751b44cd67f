// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

extension Setting {
    /// The name of the option for the argument parser.
    var optionSpecification: NameSpecification { .customLong(option) }

    /// The help of the option.
    var help: ArgumentHelp { help(valueName: nil) }

    func help(valueName: String?) -> ArgumentHelp {
        var facts = ["Default: \(defaultText ?? withoutValue)"]
        switch kind {
        case .number, .port, .share, .word: facts.append("values: \(kind.permitted)")
        default: break
        }
        if sources.contains(.environment) { facts.append("environment: \(variable)") }
        if sources.contains(.file) { facts.append("file: \(key)") }
        let sentences = (details.isEmpty ? [] : [details]) + [facts.joined(separator: "; ")]
        return ArgumentHelp(
            meaning, discussion: sentences.joined(separator: " "), valueName: valueName)
    }

    /// The table of all settings in `docs/operating.md`.
    static var documentation: [String] {
        ["| key | option | default | values | meaning |", "|---|---|---|---|---|"]
            + all.map { setting in
                let option = setting.sources.contains(.flag) ? "`\(setting.flag)`" : "none"
                let standard = setting.defaultText.map { "`\($0)`" } ?? setting.withoutValue
                let meaning =
                    setting.meaning + (setting.details.isEmpty ? "" : " " + setting.details)
                return
                    "| `\(setting.key)` | \(option) | \(standard) | \(setting.kind.permitted) | "
                    + "\(meaning) |"
            }
    }
}
