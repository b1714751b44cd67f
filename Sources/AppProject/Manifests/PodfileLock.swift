// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A `Podfile.lock`: all installed pods with their dependencies. The file includes pods that are
/// not listed in the Podfile: dependencies of pods, and pods that the code of React Native, Expo
/// and Flutter adds.
struct PodfileLock {
    /// The maximum number of pods, with their dependencies, that are collected for one target.
    private static let podCountMax = 5_000

    private var needed: [String: [String]] = [:]

    /// Reads the section `PODS`. Source: CocoaPods, "What is Podfile.lock?"
    init(reading source: SourceText) {
        var isInside = false
        var pod: String?
        for number in 1...source.lineCount {
            let line = String(decoding: source.line(number), as: UTF8.self)
            if line.hasPrefix("PODS:") {
                isInside = true
            } else if let first = line.first, first != " " {
                isInside = false
            }
            guard isInside else { continue }
            let indentation = line.prefix { $0 == " " }.count
            let text = line.dropFirst(indentation)
            guard text.hasPrefix("- ") else { continue }
            let name = text.dropFirst(2).drop { $0 == "\"" }
                .prefix { $0 != " " && $0 != ":" && $0 != "\"" }
            if indentation <= 2 {
                pod = String(name)
                needed[String(name)] = needed[String(name)] ?? []
            } else if let pod {
                needed[pod, default: []].append(String(name))
            }
        }
    }

    /// All installed pods.
    var pods: [String] { needed.keys.sorted() }

    /// Returns the given pods and all their direct and indirect dependencies.
    func withNeeded(_ pods: [String]) -> [String] {
        var seen: Set<String> = []
        var queue = pods
        while let pod = queue.popLast(), seen.count < Self.podCountMax {
            guard seen.insert(pod).inserted else { continue }
            // A Podfile may list a pod that consists of subspecs. The lock file lists each subspec
            // separately.
            let parts = needed[pod] ?? needed.filter { $0.key.hasPrefix(pod + "/") }.map(\.key)
            queue += parts
        }
        return pods + seen.subtracting(pods).sorted()
    }
}
