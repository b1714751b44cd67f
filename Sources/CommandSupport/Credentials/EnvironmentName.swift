// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The names of environments on the command line.
package enum EnvironmentName {
    package static func parse(_ word: String) throws -> APNSEnvironment {
        guard let environment = APNSEnvironment(rawValue: word) else {
            throw CommandFailure(
                .usage, "there is no environment \"\(word.printable)\"; use sandbox or production")
        }
        return environment
    }
}
