// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// A multi-line string of a command, which help breaks into lines at the width of the terminal.
///
/// A line of the source that does not end in a backslash is a line of the help. If it is too wide,
/// its last word is alone on a line, in the middle of a paragraph.
private struct HelpText {
    /// The number of columns of a terminal whose width is unknown, minus the one that help leaves
    /// empty.
    static let columns = 79
    let lines: [(number: Int, text: Substring)]

    /// The multi-line strings of a file that are a command's discussion.
    static func all(in file: SourceFile) -> [HelpText] {
        let lines = file.lines
        var texts: [HelpText] = []
        for start in lines.indices where lines[start].hasSuffix("discussion: \"\"\"") {
            guard
                let end = lines[(start + 1)...].firstIndex(where: {
                    $0.drop { $0 == " " }.hasPrefix("\"\"\"")
                })
            else { continue }
            let indent = lines[end].prefix { $0 == " " }.count
            texts.append(
                HelpText(
                    lines: lines[(start + 1)..<end].enumerated().map {
                        (start + 2 + $0.offset, $0.element.dropFirst(indent))
                    }))
        }
        return texts
    }

    /// The numbers of the lines that are too wide and followed by more of their paragraph, and of
    /// examples that are too wide.
    var raggedLines: [Int] {
        lines.indices.compactMap { index in
            let text = lines[index].text
            let isContinued = text.hasSuffix("\\") && !text.hasSuffix("\\\\")
            guard !isContinued, text.count > Self.columns else { return nil }
            let next = index + 1 < lines.count ? lines[index + 1].text : ""
            let endsParagraph = next.isEmpty || next.hasPrefix(" ")
            return text.hasPrefix(" ") || !endsParagraph ? lines[index].number : nil
        }
    }
}

private let commands = SourceFile.all.filter { file in
    ["Sources/bellhop/", "Sources/bellhop-project/", "Sources/CommandSupport/"].contains {
        file.path.hasPrefix($0)
    }
}

@Test(arguments: commands)
func `help breaks no line in the middle of a paragraph`(file: SourceFile) {
    let lines = HelpText.all(in: file).flatMap(\.raggedLines)
    #expect(
        lines.isEmpty,
        """
        \(file.path): lines \(lines) have more than \(HelpText.columns) columns; end them in a \
        backslash, or shorten them
        """
    )
}

@Test func `the discussions of commands are found`() {
    #expect(commands.flatMap(HelpText.all).count > 30)
}

/// The name of a command that does not specify one is derived from its type's name, for which the
/// runtime searches all types of the program. For 150 commands, at each start, this took longer
/// than everything else.
@Test func `a command specifies its name`() {
    var count = 0
    for file in commands where file.mentions("CommandConfiguration(") {
        for (index, line) in file.lines.enumerated() where line.mentions("CommandConfiguration(") {
            count += 1
            #expect(
                file.lines[index...].prefix(2).contains { $0.mentions("commandName: ") },
                "\(file.path):\(index + 1): give the command a name, commandName: \"…\"")
        }
    }
    #expect(count > 100)
}
