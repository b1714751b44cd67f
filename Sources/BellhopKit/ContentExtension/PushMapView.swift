// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(MapKit) && (os(iOS) || os(visionOS)) && !BELLHOP_VIRTUAL_PHONE
import MapKit
import UIKit

/// A map that shows a location and cannot be moved; an example of the content of a content
/// extension.
@MainActor
final class PushMapView: UIView {
    private let map = MKMapView()

    init(_ location: PushMapLocation) {
        super.init(frame: .zero)
        let center = CLLocationCoordinate2D(
            latitude: location.latitude, longitude: location.longitude)
        map.region = MKCoordinateRegion(
            center: center, latitudinalMeters: location.meters, longitudinalMeters: location.meters)
        map.isUserInteractionEnabled = false
        let pin = MKPointAnnotation()
        pin.coordinate = center
        pin.title = location.title
        map.addAnnotation(pin)
        addSubview(map)
    }

    required init?(coder: NSCoder) { return nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        map.frame = bounds
    }
}
#endif
