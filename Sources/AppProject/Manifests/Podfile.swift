// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A `Podfile` of CocoaPods, read line by line to find the pods of each target.
struct Podfile {
    /// A block whose end has not been read yet: `target 'Name' do`, or a loop or condition without
    /// a name.
    private struct Scope {
        let name: String?
        var pods: [String] = []
        /// Whether the block calls a function that adds pods whose names are not in the file.
        var addsPods = false
    }

    /// The functions with which React Native, Expo, Flutter and Capacitor add the pods of their
    /// plug-ins.
    private static let adding = [
        "use_native_modules!", "use_react_native!", "use_expo_modules!",
        "flutter_install_all_ios_pods", "flutter_install_all_macos_pods", "capacitor_pods",
    ]

    private var pods: [String: [String]] = [:]
    private var common: [String] = []
    private let lock: PodfileLock?

    /// - Parameter lock: the checkout's `Podfile.lock` with the installed pods; `nil` if the
    ///   checkout has none.
    init(reading source: SourceText, lock: PodfileLock? = nil) {
        self.lock = lock
        var stack: [Scope] = []
        for number in 1...source.lineCount {
            let line = String(decoding: source.line(number), as: UTF8.self)
            let parts = line.split { $0 == " " || $0 == "\t" || $0 == "(" }
            guard let first = parts.first, !first.hasPrefix("#") else { continue }
            if first == "pod", let name = Self.quoted(line) {
                if stack.isEmpty {
                    common.append(name)
                } else {
                    stack[stack.count - 1].pods.append(name)
                }
            } else if Self.adding.contains(where: { parts.contains(Substring($0)) }) {
                if !stack.isEmpty { stack[stack.count - 1].addsPods = true }
            } else if first == "end" {
                guard let scope = stack.popLast() else { continue }
                close(scope, inside: stack)
            } else if parts.last.map({ $0 == "do" || $0.hasPrefix("|") }) ?? false
                || ["if", "unless", "def", "case", "begin"].contains(first)
            {
                let isTarget = first == "target" || first == "abstract_target"
                stack.append(Scope(name: isTarget ? Self.quoted(line) : nil))
            }
        }
        // If the file is truncated, its end closes all open blocks.
        while let scope = stack.popLast() { close(scope, inside: stack) }
    }

    /// Returns the modules that pods provide to a target, including the pods of enclosing targets.
    func pods(of target: String) -> [String] {
        guard let own = pods[target] else { return [] }
        var names = common + own
        if let lock { names = addsPods.contains(target) ? lock.pods : lock.withNeeded(names) }
        var seen: Set<String> = []
        return names.map(Self.product).filter { seen.insert($0).inserted }
    }

    /// The names of the targets that call a function that adds pods whose names are not in the
    /// file.
    private var addsPods: Set<String> = []

    private mutating func close(_ scope: Scope, inside stack: [Scope]) {
        let named = scope.name ?? stack.last { $0.name != nil }?.name
        if let named, scope.addsPods || stack.contains(where: \.addsPods) {
            addsPods.insert(named)
        }
        // The pods in a loop or condition belong to the enclosing target.
        guard let name = scope.name else {
            guard let target = stack.last(where: { $0.name != nil })?.name else { return }
            pods[target, default: []] += scope.pods
            return
        }
        pods[name, default: []] += stack.flatMap(\.pods) + scope.pods
    }

    private static func quoted(_ line: String) -> String? {
        let parts = line.split(omittingEmptySubsequences: false) { $0 == "'" || $0 == "\"" }
        return parts.count >= 3 ? String(parts[1]) : nil
    }

    /// Returns the module name of a pod. For some pods of Firebase, the module has a different
    /// name.
    private static func product(of pod: String) -> String {
        if pod.hasPrefix("Firebase/") { return "Firebase" + pod.dropFirst("Firebase/".count) }
        return String(pod.prefix { $0 != "/" })
    }
}
