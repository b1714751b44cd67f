// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// The entry point of the tests on Linux.
///
/// Without this file, SwiftPM searches the index of all test targets for tests of XCTest, of which
/// there are none. With it, `scripts/build.sh` need not write the index.
@main
struct Runner {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
