// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppTemplate
import ArgumentParser
import CommandSupport
import Foundation

/// `bellhop init`: creates a new app with correctly configured notifications.
struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a new iOS app with push notifications, for Xcode and for tests on Linux.",
        discussion: """
              bellhop init Trains                      in ./Trains, as com.example.trains
              bellhop init Trains --bundle-id org.acme.trains
              bellhop init Trains --bellhop https://git.example.com/bellhop.git

            The app has a service extension, a content extension, their entitlements and
            property lists, and a package with all its notification code, which runs on
            the virtual phone: cd Trains/PushTests && swift test
            XcodeGen makes the Xcode project: cd Trains && xcodegen generate
            """)

    @Argument(help: "The new app's folder; its name is the app's name unless --name is given.")
    var directory: String

    @Option(help: "The app's name: letters and digits, beginning with a letter.")
    var name: String?

    @Option(
        help: ArgumentHelp("The bundle identifier. Default: com.example.NAME.", valueName: "id"))
    var bundleID: String?

    @Option(
        name: .customLong("bellhop"),
        help: ArgumentHelp(
            "The folder or the repository URL of the Bellhop package.",
            discussion: "Default: the Bellhop checkout that contains the app's folder.",
            valueName: "path|url"))
    var package: String?

    @Option(help: "The branch of the Bellhop repository.")
    var branch = "main"

    func run() async throws {
        try await reportingFailures {
            let folder = URL(fileURLWithPath: directory).standardizedFileURL
            let name = try NewApp.name(name ?? folder.lastPathComponent)
            let app = AppTemplate(
                name: name,
                bundleID: try NewApp.bundleID(bundleID ?? "com.example." + name.lowercased()),
                package: try NewApp.package(package, branch: branch, folder: folder))
            try NewApp.write(app.files, to: folder)
            for file in app.files { Console.out("\(directory)/\(file.path)") }
            Console.note(
                """

                Next:
                  cd \(directory)/PushTests && swift test   tests it on a virtual iPhone
                  cd \(directory) && xcodegen generate       makes the Xcode project (on a Mac)
                """)
        }
    }
}
