// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let attachmentTypeUnknown = DoctorCheck(
        "attachment-type-unknown", .error, "the system cannot determine an attachment's type",
        why: "A downloaded file has the extension .tmp, and the system determines the type by the "
            + "file extension. UNNotificationAttachment throws an error, and the notification is "
            + "shown without the picture.",
        remedy: "rename the file so that its extension states its type, such as .jpg, or set the "
            + "option UNNotificationAttachmentOptionsTypeHintKey",
        wrong: RuleExample(.init("Service/Picture.swift", example(move: "", "file"))),
        right: RuleExample(
            .init(
                "Service/Picture.swift",
                example(
                    move: """
                                let picture = file.deletingPathExtension()
                                    .appendingPathExtension("jpg")
                                try FileManager.default.moveItem(at: file, to: picture)

                        """, "picture"))),
        claim: .documented("UNNotificationAttachment")
    ) { project, report in
        for (path, source) in project.sources.sorted(by: { $0.key < $1.key })
        where !path.isTestPath {
            for call in source.facts.calls["UNNotificationAttachment"] ?? [] {
                report.markExamined("attachments")
                guard let url = call["url"]?.as(DeclReferenceExprSyntax.self),
                    !call.trimmedDescription.contains("TypeHint"),
                    call["options"]?.isEmptyOptions ?? true,
                    url.isDownload(named: url.baseName.text)
                else { continue }
                report.add(
                    "\(url.baseName.text) is the downloaded file, whose extension is .tmp",
                    at: source.location(of: call))
            }
        }
    }

    private static func example(move: String, _ name: String) -> String {
        """
        import UserNotifications

        struct Picture {
            let url: URL

            func attachment() async throws -> UNNotificationAttachment {
                let (file, _) = try await URLSession.shared.download(from: url)
        \(move)        return try UNNotificationAttachment(
                    identifier: "", url: \(name), options: nil)
            }
        }
        """
    }
}

extension ExprSyntax {
    /// Whether the options of an attachment are `nil` or `[:]`.
    fileprivate var isEmptyOptions: Bool { ["nil", "[:]"].contains(trimmedDescription) }
}

extension DeclReferenceExprSyntax {
    /// Returns whether, at this expression, a name refers to a downloaded file, and is not
    /// redefined between the download and the expression.
    fileprivate func isDownload(named name: String) -> Bool {
        for node in sequence(first: parent, next: { $0?.parent }) {
            guard let node, !node.isProtocol((any DeclGroupSyntax).self) else { return false }
            if let list = node.as(CodeBlockItemListSyntax.self) {
                let earlier = list.filter { $0.position < position }
                switch earlier.reversed().lazy.compactMap({ $0.meaning(of: name) }).first {
                case .download: return true
                case .other: return false
                case nil: break
                }
            }
            // `if let url = …` may redefine the name. The statements above include `guard let url`.
            if let branch = node.as(IfExprSyntax.self),
                branch.conditions.contains(where: { $0.rebinds(name) })
            {
                return false
            }
            if let closure = node.as(ClosureExprSyntax.self),
                closure.parameterNames.contains(name)
            {
                return closure.receivingCall?.calledName == "downloadTask"
                    && closure.parameterNames.first == name
            }
        }
        return false
    }
}

extension ConditionElementSyntax {
    /// Returns whether the condition binds a name to anything other than the value of the same
    /// name.
    fileprivate func rebinds(_ name: String) -> Bool {
        guard let binding = condition.as(OptionalBindingConditionSyntax.self),
            binding.pattern.trimmedDescription == name
        else { return false }
        return binding.initializer.map { $0.value.trimmedDescription != name } ?? false
    }
}

/// The meaning that a statement gives to a name, which is either a downloaded file or anything
/// else.
private enum NameMeaning {
    case download, other
}

extension CodeBlockItemSyntax {
    /// Returns the meaning that the statement gives to a name; `nil` if the statement does not
    /// define the name.
    fileprivate func meaning(of name: String) -> NameMeaning? {
        if let variable = item.as(VariableDeclSyntax.self) {
            for binding in variable.bindings {
                let value = binding.initializer?.value
                if let tuple = binding.pattern.as(TuplePatternSyntax.self) {
                    let names = tuple.elements.map(\.pattern.trimmedDescription)
                    guard names.contains(name) else { continue }
                    let call = value?.stripped.as(FunctionCallExprSyntax.self)
                    let isDownload =
                        call?.calledName == "download" && names.first == name
                        && ["from", "for"].contains(call?.labels.first)
                    return isDownload ? .download : .other
                }
                if binding.pattern.trimmedDescription == name { return .other }
            }
            return nil
        }
        if let guarded = item.as(GuardStmtSyntax.self),
            guarded.conditions.contains(where: { $0.rebinds(name) })
        {
            return .other
        }
        // `url = …` and `url.setTemporaryResourceValue` are too complex to follow.
        if let sequence = item.as(SequenceExprSyntax.self),
            sequence.elements.first?.trimmedDescription == name
        {
            return .other
        }
        return nil
    }
}
