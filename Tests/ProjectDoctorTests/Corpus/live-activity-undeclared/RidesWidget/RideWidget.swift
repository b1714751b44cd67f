import ActivityKit
import SwiftUI
import WidgetKit

@main
struct RideBundle: WidgetBundle {
    var body: some Widget {
        RideWidget()
    }
}
