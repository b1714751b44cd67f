// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport

/// The options of commands that access the gateway's database directly. These commands read the
/// same settings as `bellhop serve`, so that they use the same database.
struct StorageOptions: ParsableArguments {
    @Option(
        name: Setting.database.optionSpecification,
        help: Setting.database.help(valueName: "address"))
    private var database: String?

    @Option(
        name: Setting.masterKeyFile.optionSpecification,
        help: Setting.masterKeyFile.help(valueName: "file"), completion: .file())
    private var masterKeyFile: String?

    @Option(
        name: Setting.file.optionSpecification, help: Setting.file.help(valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    private var file: String?

    @OptionGroup private var state: StateOptions

    /// - Throws: ``CommandFailure`` as ``Settings/load(_:environment:)``.
    func settings() throws -> Settings {
        let options: [(Setting, String?)] = [
            (.stateDirectory, state.path), (.file, file), (.database, database),
            (.masterKeyFile, masterKeyFile),
        ]
        return try Settings.load(
            options.compactMap { setting, text in text.map { GivenFlag(setting, [$0]) } })
    }
}
