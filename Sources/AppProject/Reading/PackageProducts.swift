// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The products of the packages in a checkout. If two packages have a product with the same name, a
/// target uses the package in the folder that the target's manifest specifies. If it specifies
/// none, the target uses the closest package.
struct PackageProducts {
    private struct Product {
        /// The folder of the package.
        let folder: String
        let targets: [String]
    }

    private var products: [String: [Product]] = [:]
    /// The folders of the packages that each manifest specifies, by the manifest's path.
    var folders: [String: [String]] = [:]
    /// The path of each target's manifest, by the target's name.
    var manifests: [String: String] = [:]

    mutating func add(_ own: [String: [String]], of folder: String) {
        for (name, targets) in own {
            products[name, default: []].append(Product(folder: folder, targets: targets))
        }
    }

    /// For each dependency on a product of a package in this checkout, adds dependencies on the
    /// product's targets.
    func join(_ targets: inout [AppTarget]) {
        for index in targets.indices {
            let manifest = manifests[targets[index].name] ?? targets[index].location.file
            for name in targets[index].externalDependencies {
                guard let product = product(name, for: manifest) else { continue }
                for target in product.targets
                where target != targets[index].name && !targets[index].dependencies.contains(target)
                {
                    targets[index].dependencies.append(target)
                }
            }
        }
    }

    private func product(_ name: String, for manifest: String) -> Product? {
        guard let candidates = products[name], candidates.count > 1 else {
            return products[name]?.first
        }
        let named = folders[manifest] ?? []
        return candidates.first { named.contains($0.folder) }
            ?? candidates.max { first, second in
                Self.closeness(first.folder, manifest) < Self.closeness(second.folder, manifest)
            }
    }

    /// Returns the number of leading path components that two paths share.
    private static func closeness(_ folder: String, _ path: String) -> Int {
        zip(folder.split(separator: "/"), path.split(separator: "/")).prefix { $0 == $1 }.count
    }
}
