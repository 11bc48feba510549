package main

import (
	"fmt"
	"log"
	"sync/atomic"
	"time"

	"github.com/pion/interceptor"
	"github.com/pion/rtp"
	"github.com/pion/sdp/v3"
	"github.com/pion/webrtc/v4"
)

var rids = []string{"q", "h", "f"}

type layer struct {
	track *webrtc.TrackLocalStaticRTP
	clip  []part
	// True while somebody receives it: a camera does not send a layer that nobody sees.
	isWanted        atomic.Bool
	sequence        uint16
	picture, base   uint16
	sentAnyPictures bool
}

type sender struct {
	layers []*layer
	video  *webrtc.RTPTransceiver
	mic    *webrtc.TrackLocalStaticRTP
	sound  []part
}

func newConnection() *webrtc.PeerConnection {
	media := &webrtc.MediaEngine{}
	must(media.RegisterDefaultCodecs())
	must(webrtc.ConfigureSimulcastExtensionHeaders(media))
	registry := &interceptor.Registry{}
	must(webrtc.ConfigureNack(media, registry))
	must(webrtc.ConfigureRTCPReports(registry))
	settings := webrtc.SettingEngine{}
	settings.SetIncludeLoopbackCandidate(true)
	api := webrtc.NewAPI(
		webrtc.WithMediaEngine(media), webrtc.WithInterceptorRegistry(registry), webrtc.WithSettingEngine(settings),
	)
	connection, err := api.NewPeerConnection(webrtc.Configuration{})
	must(err)
	connection.OnConnectionStateChange(func(state webrtc.PeerConnectionState) {
		if state == webrtc.PeerConnectionStateFailed || state == webrtc.PeerConnectionStateClosed {
			log.Fatalf("a connection is %s", state)
		}
	})
	return connection
}

func newSender(connection *webrtc.PeerConnection, person Person) *sender {
	made := &sender{}
	for n, size := range person.Layers {
		options := []func(*webrtc.TrackLocalStaticRTP){}
		if len(person.Layers) > 1 {
			options = append(options, webrtc.WithRTPStreamID(rids[n]))
		}
		track, err := webrtc.NewTrackLocalStaticRTP(
			webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeVP8, ClockRate: 90000}, "camera", "own", options...,
		)
		must(err)
		if made.video == nil {
			made.video, err = connection.AddTransceiverFromTrack(
				track, webrtc.RTPTransceiverInit{Direction: webrtc.RTPTransceiverDirectionSendonly},
			)
		} else {
			err = made.video.Sender().AddEncoding(track)
		}
		must(err)
		one := &layer{track: track, clip: readClip(size.File)}
		one.isWanted.Store(true)
		made.layers = append(made.layers, one)
	}
	if person.Sound != "" {
		track, err := webrtc.NewTrackLocalStaticRTP(
			webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeOpus, ClockRate: 48000, Channels: 2}, "microphone", "own",
		)
		must(err)
		_, err = connection.AddTrack(track)
		must(err)
		made.mic, made.sound = track, readClip(person.Sound)
	}
	return made
}

func (s *sender) extension(uri string) uint8 {
	for _, known := range s.video.Sender().GetParameters().HeaderExtensions {
		if known.URI == uri {
			return uint8(known.ID)
		}
	}
	panic(fmt.Sprintf("the engine does not know %s", uri))
}

func (s *sender) sendPictures(fps int) {
	mid, rid := s.extension(sdp.SDESMidURI), uint8(0)
	if len(s.layers) > 1 {
		rid = s.extension(sdp.SDESRTPStreamIDURI)
	}
	every(time.Second/time.Duration(fps), func(n int) {
		for _, one := range s.layers {
			one.send(n, uint32(n*90000/fps), func(header *rtp.Header) {
				must(header.SetExtension(mid, []byte(s.video.Mid())))
				if rid != 0 {
					must(header.SetExtension(rid, []byte(one.track.RID())))
				}
			})
		}
	})
}

func (l *layer) send(n int, timestamp uint32, sign func(*rtp.Header)) {
	picture := l.clip[n%len(l.clip)]
	l.picture++
	if picture.isBase() {
		l.base++
	}
	if l.sentAnyPictures && !l.isWanted.Load() {
		return
	}
	l.sentAnyPictures = true
	pieces := vp8Pieces(picture, l.picture&0x7fff, l.base)
	for index, piece := range pieces {
		l.sequence++
		header := rtp.Header{
			Version: 2, SequenceNumber: l.sequence, Timestamp: timestamp, Marker: index == len(pieces)-1,
		}
		sign(&header)
		// A packet that cannot be sent is lost, as on any network.
		_ = l.track.WriteRTP(&rtp.Packet{Header: header, Payload: piece})
	}
}

func (s *sender) sendSound() {
	every(opusMs*time.Millisecond, func(n int) {
		_ = s.mic.WriteRTP(&rtp.Packet{
			Header:  rtp.Header{Version: 2, SequenceNumber: uint16(n), Timestamp: uint32(n * 48 * opusMs)},
			Payload: s.sound[n%len(s.sound)].data,
		})
	})
}
