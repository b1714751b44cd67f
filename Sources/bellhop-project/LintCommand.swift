// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import ArgumentParser
import CommandSupport
import Diagnostics
import PushLint

/// The app for which payloads are checked.
enum LintedApp {
    /// Reads the app that the options specify. Returns `nil` if they specify no app.
    static func read(bundle: String?, project: String?, target: String?) throws -> LintApp? {
        if bundle != nil, project != nil {
            throw CommandFailure(
                .usage,
                "--bundle and --project cannot be combined; give one of them")
        }
        if let bundle { return try read(bundle: bundle) }
        if let project { return try read(project: project, target: target) }
        return nil
    }

    private static func tree(_ path: String) throws -> DiskTree {
        do { return try DiskTree(root: path) } catch {
            throw CommandFailure(.unreadable, "\(error); check the path")
        }
    }

    private static func read(bundle path: String) throws -> LintApp {
        guard let app = LintApp(bundle: try tree(path)) else {
            throw CommandFailure(
                .badInput,
                "\(path): this folder contains no Info.plist; name the .app folder of a build")
        }
        return app
    }

    private static func read(project path: String, target name: String?) throws -> LintApp {
        let project = ProjectReader.read(try tree(path))
        let apps = project.apps.filter { name == nil || $0.name == name }
        if let app = apps.first, apps.count == 1 { return project.lintApp(for: app) }
        let names = project.apps.map(\.name).joined(separator: ", ")
        if project.apps.isEmpty {
            throw CommandFailure(
                .badInput,
                "\(path): this folder contains no app; name the folder of an app's project")
        }
        throw CommandFailure(
            .usage,
            apps.isEmpty
                ? "\(path): there is no app \"\(name ?? "")\"; give --target one of \(names)"
                : "\(path): there are several apps; choose one with --target: \(names)")
    }
}

/// Implements `lint FILE…` with a project or a built app. The command checks payloads for that app.
struct LintCommand: AsyncParsableCommand {
    static let configuration = LintOptions.configuration

    @OptionGroup var options: LintOptions

    func run() async throws {
        try await reportingFailures {
            let named = options.context
            try options.run {
                try LintedApp.read(
                    bundle: named.bundle, project: named.project, target: named.target)
            }
        }
    }
}
