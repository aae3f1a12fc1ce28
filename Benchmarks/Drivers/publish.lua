-- Publishes messages of 100 bytes to 64 channels in turn.
local requests = {}
for channel = 0, 63 do
    local text = "%22" .. string.rep("x", 98) .. "%22"
    requests[channel] = wrk.format("GET", "/publish/demo/demo/0/bench-" .. channel .. "/0/" .. text .. "?uuid=publisher")
end

local turn = 0
request = function()
    turn = (turn + 1) % 64
    return requests[turn]
end
