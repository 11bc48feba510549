// Command cameras joins a call as people who send clips that were encoded before, so that many of them cost the
// processor almost nothing. Each line of JSON on standard input joins one person, and the response is one line. The
// command ends at the end of the input.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"time"
)

// Person is a line of the input.
type Person struct {
	// The WebSocket URL of the media server.
	URL    string
	Token  string
	Fps    int
	Layers []Layer
	// A clip of Opus packets of 20 ms; empty: no microphone.
	Sound string
}

// Layer is one size of a camera's video, in VP8; the smallest first.
type Layer struct {
	File          string
	Width, Height int
	Bitrate       int
}

const opusMs = 20

func main() {
	log.SetFlags(0)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for n := 0; lines.Scan(); n++ {
		var person Person
		must(json.Unmarshal(lines.Bytes(), &person))
		sender := join(person)
		// Real cameras do not send their frames at the same moment.
		time.Sleep(time.Duration(n*7%33) * time.Millisecond)
		go sender.sendPictures(person.Fps)
		if person.Sound != "" {
			go sender.sendSound()
		}
		fmt.Println("sends")
	}
}

// Sends without end, each part at its time by the clock, so that a late sender catches up.
func every(interval time.Duration, send func(n int)) {
	begin := time.Now()
	for n := 0; ; n++ {
		time.Sleep(time.Until(begin.Add(time.Duration(n) * interval)))
		send(n)
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
