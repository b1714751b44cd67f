// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(WidgetKit)
import DemoKit
import SwiftUI
import WidgetKit

/// An order on the Lock Screen and in the Dynamic Island.
struct OrderActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: OrderAttributes.self) { context in
            HStack {
                Image(systemName: context.state.step.symbol)
                VStack(alignment: .leading) {
                    Text(context.attributes.shop)
                    if context.isStale {
                        Text("Waiting for updates")
                    } else if let arrival = context.state.arrival {
                        Text(arrival, style: .time)
                    }
                }
            }
            .padding()
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    Image(systemName: context.state.step.symbol)
                }
                DynamicIslandExpandedRegion(.trailing) {
                    Text(context.attributes.shop)
                }
            } compactLeading: {
                Image(systemName: context.state.step.symbol)
            } compactTrailing: {
                if let arrival = context.state.arrival { Text(arrival, style: .time) }
            } minimal: {
                Image(systemName: context.state.step.symbol)
            }
        }
    }
}

extension OrderAttributes.ContentState.Step {
    var symbol: String {
        switch self {
        case .placed: "cart"
        case .packed: "shippingbox"
        case .onTheWay: "bicycle"
        case .delivered: "house"
        }
    }
}
#endif
