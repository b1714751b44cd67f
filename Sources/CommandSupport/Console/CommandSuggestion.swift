// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import ArgumentParser
import Workbench

/// Suggestions for an unknown command or value.
package enum CommandSuggestion {
    /// Returns an error message if the arguments contain an unknown command, and `nil` otherwise.
    package static func unknownCommand(
        in arguments: [String], of root: any ParsableCommand.Type
    ) -> String? {
        var command = root
        var path = [name(of: root)]
        for argument in arguments {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, command.configuration.defaultSubcommand == nil,
                !argument.hasPrefix("-"), argument != help
            else { return nil }
            guard let next = commands.first(where: { names(of: $0).contains(argument) }) else {
                let shown = commands.filter { $0.configuration.shouldDisplay }
                    .map { name(of: $0) }
                let guess =
                    NearestName.of(argument, among: shown)
                    .map { "did you mean \($0)? Otherwise see" } ?? "see"
                return "there is no command \"\(String(argument.prefix(lengthMax)).printable)\"; "
                    + "\(guess): \(path.joined(separator: " ")) --help"
            }
            command = next
            path.append(argument)
        }
        return nil
    }

    /// Returns a parser's error message with a suggested value, if the message lists the valid
    /// values and one of them is similar to the given value. Otherwise, returns `nil`.
    package static func withMeantValue(_ message: String) -> String? {
        var lines = message.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        guard let index = lines.firstIndex(where: { $0.contains("The value '") }),
            let list = lines[index].firstRange(of: "one of ")
        else { return nil }
        let words = lines[index].split(separator: "'", omittingEmptySubsequences: false)
        let values = lines[index][list.upperBound...]
            .split(separator: "'").map(String.init).filter { !$0.contains(" ") && $0 != "." }
        guard words.count > 1,
            let meant = NearestName.of(String(words[1]), among: values)
        else { return nil }
        lines[index] += " Did you mean '\(meant)'?"
        return lines.joined(separator: "\n")
    }

    private static let help = "help"
    /// The maximum number of characters of an argument that an error message quotes.
    private static let lengthMax = 40

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [name(of: command)] + command.configuration.aliases
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command._commandName
    }
}

/// The entry point of all programs of the tool.
package enum CommandRun {
    /// Runs the command that the arguments specify. For an unknown command or value, the error
    /// message contains a suggestion.
    package static func main(_ root: any AsyncParsableCommand.Type) async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            if let text = CommandSuggestion.unknownCommand(in: arguments, of: root) {
                Console.error(text)
                throw ExitStatus.usage.exitCode
            }
            var command = try await root.asyncParseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            let status = root.exitCode(for: error)
            let message = root.fullMessage(for: error)
            let text = CommandSuggestion.withMeantValue(message) ?? message
            if !text.isEmpty { Console.usage(text, isError: status != .success) }
            root.exit(withError: status)
        }
    }
}
