// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// The options of `bellhop reference DIR`, which writes the tables that the code defines as
/// documentation pages.
package struct ReferenceOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "reference",
        abstract: "Write the reference pages and the examples of lint's rules.",
        discussion: """
              bellhop reference docs/reference            writes them
              bellhop reference docs/reference --check    status 1 when one is out of date
            """,
        shouldDisplay: false)

    @Argument(help: ArgumentHelp("The directory to which the pages are written.", valueName: "dir"))
    package var directory: String

    @Flag(help: "Write nothing; list the pages that are out of date.")
    package var check = false

    package init() {}
}
