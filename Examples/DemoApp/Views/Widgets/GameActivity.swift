// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(WidgetKit)
import DemoKit
import SwiftUI
import WidgetKit

/// A match on the Lock Screen and in the Dynamic Island.
struct GameActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: GameAttributes.self) { context in
            HStack {
                Text(context.attributes.homeTeam)
                Text("\(context.state.home) : \(context.state.away)")
                Text(context.attributes.awayTeam)
                Spacer()
                Text(context.state.clock)
            }
            .padding()
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { Text(context.attributes.homeTeam) }
                DynamicIslandExpandedRegion(.trailing) { Text(context.attributes.awayTeam) }
                DynamicIslandExpandedRegion(.bottom) { Text(context.state.period) }
            } compactLeading: {
                Text("\(context.state.home)")
            } compactTrailing: {
                Text("\(context.state.away)")
            } minimal: {
                Text("\(context.state.home):\(context.state.away)")
            }
        }
    }
}
#endif
