// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The options for a template and the values of its variables.
struct TemplateUseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A stored template, as NAME or NAME@VERSION; see bellhop template --help.",
            valueName: "name"))
    var template: String?

    @Option(
        name: .customLong("var"),
        help: ArgumentHelp(
            "The value of a variable for all recipients, such as n=2; may be repeated.",
            valueName: "name=value"))
    var variables: [String] = []

    func validate() throws {
        guard template != nil || variables.isEmpty else {
            throw ValidationError("--var is for templates; add --template NAME")
        }
        _ = try TemplateValues(variables)
    }

    /// Returns the body of a request that uses the template.
    func body(_ client: GatewayClient, app: String?) async throws -> Data {
        let values = try TemplateValues(variables)
        guard let template, !values.isEmpty else { return Data(TemplateUse().encoded) }
        let reference = try TemplateReference(checking: template)
        let bundleID = if let app { app } else { try await client.onlyApp() }
        guard let stored = try await client.template(reference, app: bundleID) else {
            throw CommandFailure.noTemplate(template)
        }
        return Data(TemplateUse(variables: try values.typed(by: stored.template)).encoded)
    }
}

/// Values of variables from the command line.
struct TemplateValues {
    private let pairs: [(name: String, text: String)]

    var isEmpty: Bool { pairs.isEmpty }

    /// - Parameter options: texts such as `n=2`.
    init(_ options: [String]) throws {
        pairs = try options.map { option in
            guard let sign = option.firstIndex(of: "="), sign > option.startIndex else {
                throw ValidationError(
                    "\(option.printable) is not a variable with a value; write one such as n=2")
            }
            return (String(option[..<sign]), String(option[option.index(after: sign)...]))
        }
    }

    /// Returns the values with the types that a template declares. The gateway checks names and
    /// values.
    func typed(by template: JSONValue) throws -> [String: JSONValue] {
        let declared = template.objectValue?["variables"]?.objectValue
        var values: [String: JSONValue] = [:]
        for (name, text) in pairs {
            let declaration = declared?[name]
            let type =
                declaration?.stringValue ?? declaration?.objectValue?["type"]?.stringValue
            switch type {
            case "number", "flag":
                guard let value = try? JSONReader.read(text).value else {
                    throw CommandFailure(
                        .badInput,
                        "--var \(name.printable): the variable is a \(type ?? "value"); write "
                            + (type == "flag" ? "true or false" : "a number such as 12.5"))
                }
                values[name] = value
            default: values[name] = .string(text)
            }
        }
        return values
    }
}

extension TemplateReference {
    /// Reads a reference of the command line.
    init(checking text: String) throws {
        do { try self.init(text) } catch {
            throw CommandFailure(.badInput, error.detail.printable)
        }
    }
}

extension CommandFailure {
    static func noTemplate(_ name: String) -> CommandFailure {
        CommandFailure(
            .badInput,
            "there is no template \(name.printable); see the names with: bellhop template list")
    }
}
