// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The files of a checkout that concern a server: manifests of languages other than Swift, and keys
/// for APNs.
package struct ServerFiles: Sendable {
    /// The maximum number of key files that are read.
    private static let fileCountMax = 200
    /// The maximum size of a key file that is read, in bytes. Keys for APNs have about 260 bytes.
    private static let byteCountMax = 16 << 10
    /// The names of manifests of other languages.
    private static let manifests: Set = [
        "package.json", "deno.json", "go.mod", "pyproject.toml", "requirements.txt", "setup.py",
        "Pipfile", "pom.xml", "build.gradle", "build.gradle.kts", "Cargo.toml", "Gemfile",
        "composer.json", "mix.exs", "Dockerfile",
    ]
    /// The file name extensions of manifests whose names vary.
    private static let endings: Set = ["csproj", "fsproj"]

    /// Whether the checkout has a manifest of a language other than Swift.
    package private(set) var hasManifest = false
    /// The paths of the files that contain a private key in the format in which a developer account
    /// provides it.
    package private(set) var signingKeys: [String] = []

    init() {}

    init(in tree: CheckoutFiles) {
        hasManifest = tree.paths.contains {
            Self.manifests.contains(FilePath.name(of: $0))
                || Self.endings.contains(FilePath.ending(of: $0))
        }
        signingKeys = tree.paths.filter { FilePath.ending(of: $0) == "p8" }
            .prefix(Self.fileCountMax)
            .filter { path in
                guard let bytes = tree.tree.read(path, byteCountMax: Self.byteCountMax) else {
                    return false
                }
                return String(decoding: bytes, as: UTF8.self)
                    .contains("-----BEGIN PRIVATE KEY-----")
            }
    }
}
